import { t } from '../../text/messages.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { buttonLooks, buttonShape, buttonSizes } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { PageFrame } from '../../ui/PageFrame.tsx'
import type { DocumentText, PageData } from '../page-data.ts'

export function ProblemPage({ status, title, message, name, action, form }: PageData['problem']) {
  return (
    <PageFrame>
      {name === undefined ? (
        <>
          {status !== undefined && <p className="mono text-faint pt-12">{status}</p>}
          <h1
            className={classNames(
              status === undefined ? 'mt-12' : 'mt-2',
              'text-[2.375rem] leading-[1.1] font-bold tracking-tighter',
            )}
          >
            {say(title)}
          </h1>
        </>
      ) : (
        <>
          <p className="pt-10">
            <Avatar name={name} size="xl" shape="square" />
          </p>
          <h1 className="mt-5 text-[2.375rem] leading-[1.1] font-bold tracking-tighter sm:text-5xl">
            <NameTitle name={name} />
          </h1>
          <p className="mt-4 text-xl font-medium">{say(title)}</p>
        </>
      )}
      <p className="name-breaks text-soft mt-4 mb-8">{say(message)}</p>
      {form && (
        <form method="post" action={form.action} className="mb-3">
          <button type="submit" className={classNames(buttonShape, buttonSizes.touch, buttonLooks.primary)}>
            {say(form.text)}
          </button>
        </form>
      )}
      {action ? (
        <LinkButton look="primary" href={action.href}>
          {say(action.text)}
        </LinkButton>
      ) : (
        <LinkButton href="/">{t('problem.start')}</LinkButton>
      )}
    </PageFrame>
  )
}

function say(text: DocumentText): string {
  return typeof text === 'string' ? text : t(text.message, text.values)
}
