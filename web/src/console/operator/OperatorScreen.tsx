import { Section } from '../ui/Section.tsx'
import { HealthReasons } from './HealthReasons.tsx'
import { InstanceState } from './InstanceState.tsx'
import { OperatorsList } from './OperatorsList.tsx'
import { PaymentsList } from './PaymentsList.tsx'
import { ScreenOfOperators } from './ScreenOfOperators.tsx'
import { SignersList } from './SignersList.tsx'
import { TrafficCharts } from './TrafficCharts.tsx'

/** The whole instance. */
export function OperatorScreen() {
  return (
    <ScreenOfOperators title="Instance">
      <div className="max-w-5xl">
        <Section title="Health" words="What needs a person, and what to do.">
          <HealthReasons />
        </Section>
        <Section title="Traffic" words="The last day, as this service has counted it.">
          <TrafficCharts />
        </Section>
        <Section title="Contents and limits" words="What the database holds, and the limits of the settings.">
          <InstanceState />
        </Section>
        <Section
          title="Resolvers"
          words="Whether each contract trusts the signer of this service, asked now."
        >
          <SignersList />
        </Section>
        <Section title="Payments" words="The newest ones.">
          <PaymentsList />
        </Section>
        <Section title="Operators" words="Wallets that may do everything.">
          <OperatorsList />
        </Section>
      </div>
    </ScreenOfOperators>
  )
}
