package dev.lapse.orderapi;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import org.hibernate.annotations.Immutable;
import org.springframework.data.repository.CrudRepository;
import org.springframework.data.repository.Repository;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.RestController;

/** A rule that matches nothing fails: ArchUnit is told to by default. */
@AnalyzeClasses(packages = "dev.lapse", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching("dev.lapse.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule entitiesAreReadOnly =
            classes().that().areAnnotatedWith(Entity.class).should().beAnnotatedWith(Immutable.class);

    @ArchTest
    static final ArchRule nothingIsWrittenThroughJpa = noClasses()
            .that()
            .resideInAPackage("dev.lapse..")
            .should()
            .dependOnClassesThat()
            .areAssignableTo(EntityManager.class)
            .orShould()
            .beAssignableTo(CrudRepository.class);

    @ArchTest
    static final ArchRule repositoriesOnlyFind = methods()
            .that()
            .areDeclaredInClassesThat()
            .areAssignableTo(Repository.class)
            .should()
            .haveNameStartingWith("find");

    @ArchTest
    static final ArchRule controllersHaveNoTransactions =
            noClasses().that().areAnnotatedWith(RestController.class).should().beAnnotatedWith(Transactional.class);

    @ArchTest
    static final ArchRule nothingIsInjectedIntoFields =
            noFields().should().beAnnotatedWith("org.springframework.beans.factory.annotation.Autowired");
}
