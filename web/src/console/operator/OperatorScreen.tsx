import { useSession } from '../session/use-session.ts'
import { Empty } from '../ui/Empty.tsx'
import { Screen } from '../ui/Screen.tsx'
import { Section } from '../ui/Section.tsx'
import { OperatorsList } from './OperatorsList.tsx'
import { PaymentsList } from './PaymentsList.tsx'
import { SignersList } from './SignersList.tsx'
import { TrafficCharts } from './TrafficCharts.tsx'

/** The whole instance. */
export function OperatorScreen() {
  const session = useSession()
  if (!session?.isOperator)
    return (
      <Screen title="Instance">
        <Empty title="Only operators see the instance.">Sign in with the wallet of one.</Empty>
      </Screen>
    )
  return (
    <Screen title="Instance">
      <div className="max-w-5xl">
        <Section title="Traffic" words="The last day, as this service has counted it.">
          <TrafficCharts />
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
    </Screen>
  )
}
