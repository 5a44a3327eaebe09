package dev.lapse.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import org.springframework.data.repository.CrudRepository;

@AnalyzeClasses(packages = "dev.lapse", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule packagesHaveNoCircles =
            slices().matching("dev.lapse.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule commonKnowsNoProcess = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.lapse.order..",
                    "dev.lapse.payment..",
                    "dev.lapse.stock..",
                    "dev.lapse.coupon..",
                    "dev.lapse.delay..",
                    "dev.lapse.broker..",
                    "dev.lapse.outbox..",
                    "dev.lapse.history..",
                    "dev.lapse.parking..",
                    "dev.lapse.policy..",
                    "dev.lapse.time..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.lapse.orderapi..", "dev.lapse.worker..", "dev.lapse.compensator..");

    @ArchTest
    static final ArchRule processesDoNotKnowEachOther = slices().matching("dev.lapse.(orderapi|worker|compensator)..")
            .should()
            .notDependOnEachOther();

    /** PostgreSQL's is the only clock that decides anything. */
    @ArchTest
    static final ArchRule theDomainReadsNoClockOfThisProcess = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.lapse.order..",
                    "dev.lapse.payment..",
                    "dev.lapse.stock..",
                    "dev.lapse.coupon..",
                    "dev.lapse.delay..",
                    "dev.lapse.worker..",
                    "dev.lapse.orderapi.order..",
                    "dev.lapse.orderapi.payment..")
            .should()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(LocalDateTime.class, Clock.class, java.util.Date.class);

    /** Spring Data's save would write a loaded, stale order back. */
    @ArchTest
    static final ArchRule jpaOnlyReads = noClasses()
            .should()
            .beAssignableTo(CrudRepository.class)
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("org.springframework.data.jpa.repository.Modifying")
            .orShould()
            .callMethod("jakarta.persistence.EntityManager", "persist", Object.class.getName())
            .orShould()
            .callMethod("jakarta.persistence.EntityManager", "merge", Object.class.getName())
            .orShould()
            .callMethod("jakarta.persistence.EntityManager", "remove", Object.class.getName());

    @ArchTest
    static final ArchRule entitiesAreImmutable = classes()
            .that()
            .areAnnotatedWith("jakarta.persistence.Entity")
            .should()
            .beAnnotatedWith("org.hibernate.annotations.Immutable");
}
