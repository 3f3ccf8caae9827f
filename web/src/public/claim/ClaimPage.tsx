import { lazy, useEffect, useState } from 'react'
import { importPart } from '../../api/import-part.ts'
import { t, tNodes } from '../../text/messages.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { CustomerFrame } from '../../ui/CustomerFrame.tsx'
import { LatePart } from '../../ui/LatePart.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageTop } from '../../ui/PageTop.tsx'
import { OwnerLinks } from '../OwnerLinks.tsx'
import { OwnerWords } from '../OwnerWords.tsx'
import type { PageData, VisitorPolicy } from '../page-data.ts'
import { ClaimForm } from './ClaimForm.tsx'
import type { Claimed } from './claim.ts'
import { claimStatus } from './claim-status.ts'
import { closedText } from './closed-text.tsx'
import { useInvitation } from './invitation.ts'
import { claimConditions, labelHint } from './label-rules.ts'

/** Loaded while the wallet signs. */
const ClaimDone = lazy(() =>
  importPart(() => import('./ClaimDone.tsx')).then(({ ClaimDone }) => ({ default: ClaimDone })),
)

/** Few visitors come with an invitation. */
const InvitationNotice = lazy(() =>
  importPart(() => import('./InvitationNotice.tsx')).then(({ InvitationNotice }) => ({
    default: InvitationNotice,
  })),
)

const RequestOfPage = lazy(() =>
  importPart(() => import('../requests/RequestOfPage.tsx')).then(({ RequestOfPage }) => ({
    default: RequestOfPage,
  })),
)

export function ClaimPage({ domain, isSandbox, members }: PageData['claim']) {
  const [claimed, setClaimed] = useState<Claimed>()
  const { name, branding, policy } = domain
  const words = branding.words || domain.description
  const { state, recheck, forget } = useInvitation(domain)
  const invitation = state.kind === 'open' ? state.invitation : undefined
  const status = claimStatus(domain, invitation)
  const [ownRequest, setOwnRequest] = useState<'stored' | 'asked-for'>()
  useEffect(() => {
    if (mayHaveRequest(name)) setOwnRequest('stored')
  }, [name])
  const finish = (result: Claimed) => {
    forget()
    setClaimed(result)
  }
  return (
    <CustomerFrame width="narrow">
      <PageTop look="fading" banner={domain.banner} avatar={domain.avatar} name={name} />
      <div className="mx-auto max-w-lg px-6">
        {claimed ? (
          <LatePart
            fallback={
              <p role="status" className="text-soft mt-6">
                {t('one-moment')}
              </p>
            }
          >
            <ClaimDone claimed={claimed} domain={name} chainId={domain.chainId} />
          </LatePart>
        ) : (
          <>
            {branding.title && (
              <p dir="auto" className="name-breaks text-accent-text mt-5 text-lg font-semibold">
                {branding.title}
              </p>
            )}
            <h1 className="name-breaks mt-3 text-[2.125rem] leading-[1.1] font-medium tracking-tighter sm:text-[2.75rem]">
              {tNodes('claim.heading', {
                place: (
                  <strong key="place" className="font-[680]">
                    <NameTitle name={name} />
                  </strong>
                ),
              })}
            </h1>
            {words && <OwnerWords text={words} more={t('claim.more')} />}
            {state.kind !== 'none' && (
              <div className="mt-6">
                <LatePart
                  fallback={
                    <p role="status" className="text-soft">
                      {t('one-moment')}
                    </p>
                  }
                >
                  <InvitationNotice state={state} domain={name} />
                </LatePart>
              </div>
            )}
            {ownRequest && state.kind === 'none' ? (
              <LatePart
                fallback={
                  <p role="status" className="text-soft mt-6">
                    {t('one-moment')}
                  </p>
                }
              >
                <RequestOfPage
                  domain={domain}
                  isSandbox={isSandbox}
                  isAskedFor={ownRequest === 'asked-for'}
                  onAnother={() => setOwnRequest(undefined)}
                />
              </LatePart>
            ) : status === 'open' ? (
              <>
                <ClaimForm
                  domain={domain}
                  hint={labelHint(policy)}
                  isSandbox={isSandbox}
                  invitation={invitation}
                  onClaimed={finish}
                  onRefused={recheck}
                />
                <Requirements policy={policy} isInvited={invitation !== undefined} />
                {policy.needsApproval && !invitation && (
                  <Button look="quiet" className="mt-4 text-sm" onClick={() => setOwnRequest('asked-for')}>
                    {t('claim.asked')}
                  </Button>
                )}
              </>
            ) : (
              <div className={state.kind === 'none' ? 'mt-8' : 'mt-4'}>
                <ClosedNotice {...closedText(status, policy)} />
              </div>
            )}
          </>
        )}
        {members && (
          <Members {...members} href={`/directory/${encodeURIComponent(name)}?chainId=${domain.chainId}`} />
        )}
        <OwnerLinks links={branding.links} className="mt-12" />
      </div>
    </CustomerFrame>
  )
}

/** Whether `storedRequests` is worth loading. */
function mayHaveRequest(domain: string): boolean {
  try {
    return localStorage.getItem('requests')?.includes(`"${domain}"`) === true
  } catch {
    return false
  }
}

type MembersProps = Required<PageData['claim']>['members'] & { readonly href: string }

/** How many have a name, with some of their pictures. */
function Members({ claimedNames: count, faces, href }: MembersProps) {
  return (
    <a href={href} className="text-soft hover:text-ink mt-8 flex min-h-6 items-center gap-3 text-sm">
      <span className="flex -space-x-2">
        {faces.map(({ name, avatar }) => (
          <Avatar key={name} name={name} src={avatar} size="sm" className="border-ground border-2" />
        ))}
      </span>
      {t('claim.members', { count })}
    </a>
  )
}

interface RequirementsProps {
  readonly policy: VisitorPolicy
  /** By a link, which lifts what the owner asks of others. */
  readonly isInvited: boolean
}

/** What a claim needs beyond a free name. */
function Requirements({ policy, isInvited }: RequirementsProps) {
  const lines = claimConditions(policy, isInvited)
  if (lines.length === 0) return null
  return (
    <section aria-label={t('claim.conditions')} className="mt-8">
      <ul className="text-soft list-disc space-y-1 ps-5 text-sm">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

function ClosedNotice({ title, text, tone }: ReturnType<typeof closedText>) {
  return (
    <Notice title={title} {...(tone && { tone })}>
      {text}
    </Notice>
  )
}
