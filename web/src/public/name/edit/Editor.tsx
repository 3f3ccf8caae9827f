import { lazy, type ReactNode, useEffect, useRef, useState } from 'react'
import { importPart } from '../../../api/import-part.ts'
import { Form } from '../../../form/Form.tsx'
import { CheckInput } from '../../../form/inputs.tsx'
import { useDraft } from '../../../form/use-draft.ts'
import { currentLanguage, type MessageKey, t } from '../../../text/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { DiscardQuestion } from '../../../ui/Dialog.tsx'
import { LatePart } from '../../../ui/LatePart.tsx'
import type { ConnectedWallet } from '../../../wallet/wallet.ts'
import type { Name, StoredName } from '../../page-data.ts'
import { coinTitle } from '../coin-titles.ts'
import { readName } from '../read-name.ts'
import { imageUrl, textOf } from '../records.ts'
import type { PreparedSet } from '../seal/prepare-set.ts'
import { completeLink, textProblem, textWarning } from '../text-rules.ts'
import { changesOf, countChanges, type Draft, draftOf, rebaseDraft } from './draft.ts'
import { EditorPreview } from './EditorPreview.tsx'
import { ImageField } from './ImageField.tsx'
import { NameActions } from './NameActions.tsx'
import { OutdatedNotice } from './OutdatedNotice.tsx'
import { coinPresets, textPresets, titleOf, titleOfKey } from './presets.ts'
import { saveRecords } from './save-records.ts'
import { TextField } from './TextField.tsx'

/** Loaded for sealed names. */
const SignDialog = lazy(() =>
  importPart(() => import('../seal/SignDialog.tsx')).then(({ SignDialog }) => ({ default: SignDialog })),
)

async function prepareToSign(...input: [Name, Draft]): Promise<PreparedSet> {
  const { prepareSet } = await importPart(() => import('../seal/prepare-set.ts'))
  return prepareSet(...input)
}

interface EditorProps {
  readonly stored: StoredName
  readonly wallet: ConnectedWallet
  readonly onSaved: (stored: StoredName) => void
  readonly onReleased: () => void
  /** With a sentence, where the name has gone to another holder. */
  readonly onClose: (notice?: ReactNode) => void
}

/** With `hidden`, the list of members of the domain leaves the name out. */
const directoryKey = 'byname.directory'

const presetKeys = new Set([
  'avatar',
  'header',
  directoryKey,
  ...textPresets.flatMap(({ fields }) => fields.map(({ key }) => key)),
])

export function Editor({ stored, wallet, onSaved, onReleased, onClose }: EditorProps) {
  const { name } = stored
  const fields = useDraft(`records ${name.chainId} ${name.ens}`, draftOf(name), rebaseDraft)
  const { draft, change: setDraft } = fields
  const [isSaved, setIsSaved] = useState(false)
  const [isOutdated, setIsOutdated] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  // Of a sealed name, what is to be signed.
  const [prepared, setPrepared] = useState<PreparedSet>()
  const section = useRef<HTMLElement>(null)
  // It is below the top of the profile.
  useEffect(() => {
    // What was pressed to edit is gone.
    section.current?.focus({ preventScroll: true })
    // In newer browsers it returns a promise, which is no function that undoes the effect.
    section.current?.scrollIntoView({ block: 'start' })
  }, [])
  const changes = changesOf(draftOf(name), draft)
  const count = countChanges(changes)
  const setText = (key: string, value: string) => {
    setIsSaved(false)
    setDraft((current) => ({ ...current, texts: { ...current.texts, [key]: value } }))
  }
  const completeText = (key: string) => {
    const typed = draft.texts[key] ?? ''
    if (completeLink(key, typed) !== typed) setText(key, completeLink(key, typed))
  }
  const setAddress = (coinType: number, value: string) => {
    setIsSaved(false)
    setDraft((current) => ({ ...current, addresses: { ...current.addresses, [coinType]: value } }))
  }
  const save = async () => {
    if (name.sealed) return setPrepared(await prepareToSign(name, draft))
    const saved = await saveRecords(stored, wallet, changes)
    setIsOutdated(saved === undefined)
    setIsSaved(saved !== undefined)
    if (!saved) return
    fields.accept()
    onSaved(saved)
  }
  const prepareAnew = async () => {
    const current = await readName(name)
    if (current.name.sealed?.holder !== wallet.address) throw new Error(t('edit.not-held'))
    const rebased = rebaseDraft(draft, draftOf(name), draftOf(current.name))
    onSaved(current)
    setPrepared(await prepareToSign(current.name, rebased))
  }
  const discard = () => {
    fields.discard()
    onClose()
  }
  // Sealed, with nothing that its holder has signed: what is stored is signed as it is.
  const isUnsigned = name.sealed?.validUntil === null
  const refused = changes.text.filter(({ key, value }) => textProblem(key, value) !== undefined)
  const missing =
    refused.length > 0
      ? t('edit.fix-first', {
          fields: new Intl.ListFormat(currentLanguage()).format(refused.map(({ key }) => titleOfKey(key))),
        })
      : count === 0 && !isSaved && !isUnsigned && t('edit.unchanged')
  const pictures = {
    avatar: pictureOf(stored, 'avatar', draft.texts['avatar']),
    banner: pictureOf(stored, 'header', draft.texts['header']),
  }
  const otherKeys = Object.keys(draft.texts).filter((key) => !presetKeys.has(key))
  const coinTypes = [...new Set([...coinPresets, ...Object.keys(draft.addresses).map(Number)])]
  return (
    <div className="@container">
      <div className="grid gap-x-12 @4xl:grid-cols-[minmax(0,1fr)_20.5rem]">
        <section
          ref={section}
          tabIndex={-1}
          aria-label={t('edit')}
          className="mt-8 max-w-2xl scroll-mt-6 outline-none"
        >
          <Form
            name="records"
            className="flex flex-col gap-4"
            submit={save}
            work="draft"
            isLong
            failure={t('edit.not-saved')}
            action={t(name.sealed ? 'sealed.review' : 'edit.save')}
            busyAction={t(name.sealed ? 'one-moment' : 'sign-in-wallet')}
            missing={missing}
            beside={
              <>
                <Button
                  look="quiet"
                  onClick={() => {
                    if (count === 0) discard()
                    else setIsAsking(true)
                  }}
                >
                  {t(count === 0 ? 'edit.done' : 'edit.discard')}
                </Button>
                <p aria-live="polite" className="text-soft text-sm">
                  {count > 0
                    ? t(fields.isRestored ? 'edit.changes-restored' : 'edit.changes', { count })
                    : isSaved && t('edit.saved')}
                </p>
              </>
            }
            footer={
              isOutdated && (
                <OutdatedNotice
                  name={name}
                  wallet={wallet}
                  onReloaded={(current) => {
                    setIsOutdated(false)
                    onSaved(current)
                  }}
                />
              )
            }
          >
            <div className="border-line border-t">
              <Section title={t('edit.pictures')} isOpen>
                {(['avatar', 'banner'] as const).map((preset) => (
                  <ImageField
                    key={preset}
                    preset={preset}
                    name={name}
                    wallet={wallet}
                    value={draft.texts[preset === 'avatar' ? 'avatar' : 'header'] ?? ''}
                    picture={pictures[preset]}
                    onChange={(url) => setText(preset === 'avatar' ? 'avatar' : 'header', url)}
                  />
                ))}
              </Section>
              {textPresets.map(({ title, fields }, index) => (
                <Section key={title} title={t(title)} isOpen={index === 0}>
                  {fields.map(({ key, title, hint, isLong }) => (
                    <TextField
                      key={key}
                      title={titleOf(title)}
                      hint={hint}
                      isLong={isLong}
                      value={draft.texts[key] ?? ''}
                      problem={told(textProblem(key, draft.texts[key] ?? ''))}
                      warning={told(textWarning(key, draft.texts[key] ?? ''))}
                      onChange={(value) => setText(key, value)}
                      onLeave={() => completeText(key)}
                    />
                  ))}
                </Section>
              ))}
              <Section title={t('edit.visibility')}>
                <CheckInput
                  title={t('edit.directory')}
                  hint={t('edit.directory-hint')}
                  isChecked={draft.texts[directoryKey] === 'hidden'}
                  onChange={(isHidden) => setText(directoryKey, isHidden ? 'hidden' : '')}
                />
              </Section>
              <Section title={t('edit.addresses')}>
                {coinTypes.map((coinType) => (
                  <TextField
                    key={coinType}
                    title={coinTitle(coinType) ?? t('edit.other-coin', { coin: `${coinType}` })}
                    isMono
                    value={draft.addresses[coinType] ?? ''}
                    onChange={(value) => setAddress(coinType, value)}
                  />
                ))}
              </Section>
              <Section title={t('edit.more-records')}>
                <TextField
                  title={t('edit.content-hash')}
                  hint="ipfs://"
                  isMono
                  value={draft.contentHash}
                  onChange={(contentHash) => {
                    setIsSaved(false)
                    setDraft((current) => ({ ...current, contentHash }))
                  }}
                />
                {otherKeys.map((key) => (
                  <TextField
                    key={key}
                    title={key}
                    value={draft.texts[key] ?? ''}
                    onChange={(value) => setText(key, value)}
                  />
                ))}
                <AddRecord onAdd={(key) => setText(key, '')} />
              </Section>
            </div>
          </Form>
          {prepared && (
            <LatePart>
              <SignDialog
                prepared={prepared}
                site={draft.contentHash.trim()}
                wallet={wallet}
                onOutdated={prepareAnew}
                onSaved={(saved) => {
                  setPrepared(undefined)
                  setIsSaved(true)
                  fields.accept()
                  onSaved(saved)
                }}
                onClose={() => setPrepared(undefined)}
              />
            </LatePart>
          )}
          {isAsking && <DiscardQuestion onKeep={() => setIsAsking(false)} onDiscard={discard} />}
          <NameActions
            stored={stored}
            wallet={wallet}
            onTransferred={(transferred, notice) => {
              fields.discard()
              onSaved(transferred)
              onClose(notice)
            }}
            onReleased={onReleased}
          />
        </section>
        <EditorPreview name={name} draft={draft} avatar={pictures.avatar} banner={pictures.banner} />
      </div>
    </div>
  )
}

function told(message: MessageKey | undefined): string | undefined {
  return message && t(message)
}

/** The picture of the record in the form: the stored one, or one that was uploaded to this service; null for any other. */
function pictureOf(stored: StoredName, key: 'avatar' | 'header', value = ''): string | null {
  if (value === (textOf(stored.name, key) ?? '')) return imageUrl(stored, key)
  const url = URL.parse(value)
  return url?.pathname.startsWith('/media/') ? url.pathname : null
}

interface SectionProps {
  readonly title: string
  readonly isOpen?: boolean
  readonly children: ReactNode
}

function Section({ title, isOpen = false, children }: SectionProps) {
  return (
    <details open={isOpen} className="group border-line border-b">
      <summary className="after:text-soft flex min-h-14 items-center justify-between text-lg font-semibold after:text-2xl after:font-normal after:content-['+'/''] group-open:after:content-['−'/'']">
        {title}
      </summary>
      <div className="grid gap-4 pb-6">{children}</div>
    </details>
  )
}

/** A text record with a key of one's own. */
function AddRecord({ onAdd }: { readonly onAdd: (key: string) => void }) {
  const [key, setKey] = useState('')
  const add = () => {
    onAdd(key.trim())
    setKey('')
  }
  return (
    <div className="flex items-end gap-3">
      <div className="flex-1">
        <TextField title={t('edit.another-key')} isMono value={key} onChange={setKey} />
      </div>
      <Button disabled={key.trim() === ''} onClick={add}>
        {t('edit.add')}
      </Button>
    </div>
  )
}
