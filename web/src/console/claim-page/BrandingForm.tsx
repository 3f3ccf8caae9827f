import { api, fileBody, unwrap } from '../../api/client.ts'
import { DraftNotes } from '../../form/DraftNotes.tsx'
import { Form } from '../../form/Form.tsx'
import { CheckInput, LongTextInput, RadioInput, TextInput, UploadInput } from '../../form/inputs.tsx'
import type { useDraft } from '../../form/use-draft.ts'
import { type DomainDetails, domainPath, patchDomain } from '../queries.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { ErrorState } from '../ui/Query.tsx'
import { useSave } from '../ui/use-save.ts'
import { type BrandingDraft, linksProblem, toBranding } from './branding-draft.ts'
import { directoryUrl } from './claim-url.ts'

const directoryOptions = [
  { value: 'off', title: 'Off', words: 'The claim page shows no members.' },
  {
    value: 'on',
    title: 'For those who have the link',
    words:
      'A page with your words, your links and the members, linked from the claim page. Members can hide themselves.',
  },
  {
    value: 'indexed',
    title: 'For search engines too',
    words: 'The same page, which search engines may list.',
  },
] as const

interface BrandingFormProps {
  readonly details: DomainDetails
  readonly fields: ReturnType<typeof useDraft<BrandingDraft>>
}

export function BrandingForm({ details, fields }: BrandingFormProps) {
  const { domain } = details
  const { draft, isChanged } = fields
  const set = (changes: Partial<BrandingDraft>) => fields.change((current) => ({ ...current, ...changes }))
  const body = { branding: toBranding(draft) }
  const query = { chainId: domain.chainId }
  const save = useSave({
    save: () => patchDomain(details, body),
    done: 'The branding is saved.',
    changes: [['domain']],
    onSaved: fields.accept,
  })
  const linkProblem = linksProblem(draft.links)
  return (
    <Form
      name="branding"
      isLong
      work="draft"
      submit={() => save.mutateAsync(undefined)}
      failure="The branding was not saved."
      action="Save the branding"
      busyAction="Saving…"
      missing={!isChanged ? 'Nothing is changed.' : linkProblem && 'Correct the links first.'}
      beside={<DraftNotes {...fields} onDiscard={fields.discard} />}
      footer={
        <>
          <ApiCall
            method="PATCH"
            path={domainPath}
            params={{ domain: domain.name }}
            query={query}
            body={body}
          />
          <div className="grid gap-4 @lg:grid-cols-2">
            <ImageUpload ensId={domain.id} preset="avatar" />
            <ImageUpload ensId={domain.id} preset="banner" />
          </div>
        </>
      }
    >
      <TextInput
        title="Name of the community"
        name="branding.title"
        hint={`Stands above “Take your name at ${domain.name}”.`}
        value={draft.title}
        onChange={(title) => set({ title })}
      />
      <LongTextInput
        title="Words"
        name="branding.words"
        hint="What visitors read above the field."
        rows={4}
        value={draft.words}
        onChange={(words) => set({ words })}
      />
      <TextInput
        title="Colour of buttons"
        name="branding.accent"
        hint="#rrggbb, readable on light or dark. Empty: that of this service."
        isMono
        value={draft.accent}
        placeholder="#1a56db"
        onChange={(accent) => set({ accent })}
      />
      <LongTextInput
        title="Links"
        name="branding.links"
        hint="One a line: a title, and a URL or a mail address."
        problem={linkProblem}
        value={draft.links}
        onChange={(links) => set({ links })}
      />
      <CheckInput
        title="Offer an account with a passkey"
        name="branding.offersPasskey"
        hint="The first choice of visitors without a wallet: a fingerprint, a face or the code of the device, at Base Account."
        isChecked={draft.offersPasskey}
        onChange={(offersPasskey) => set({ offersPasskey })}
      />
      <RadioInput
        title="List of members"
        name="branding.directory"
        value={draft.directory}
        options={directoryOptions}
        onChange={(directory) => set({ directory })}
      />
      {domain.branding.directory !== 'off' && (
        <p className="text-sm">
          <a
            href={directoryUrl({ domain: domain.name, chainId: domain.chainId })}
            target="_blank"
            rel="noreferrer"
            className="text-ink inline-flex min-h-6 items-center underline underline-offset-4"
          >
            Open the list of members
          </a>
        </p>
      )}
    </Form>
  )
}

const path = '/ens/v1/ens/upload-to-cdn'

interface ImageUploadProps {
  readonly ensId: string
  readonly preset: 'avatar' | 'banner'
}

const titles = {
  avatar: { title: 'Picture', hint: 'Square, up to 5 MiB.' },
  banner: { title: 'Banner', hint: 'Three times as wide as high, up to 5 MiB.' },
} as const

/** Uploaded at once: the record of the domain points to it from then on. */
function ImageUpload({ ensId, preset }: ImageUploadProps) {
  const { title, hint } = titles[preset]
  const query = { ensId, type: preset }
  const upload = useSave({
    save: (file: File) => unwrap(api.POST(path, { params: { query }, ...fileBody(file) })),
    done: `The ${title.toLowerCase()} is uploaded.`,
    changes: [['domain'], ['page']],
  })
  return (
    <div className="grid content-start gap-2">
      <UploadInput
        title={title}
        hint={hint}
        kind="image"
        isUploading={upload.isPending}
        onFile={upload.mutate}
      />
      {upload.error && <ErrorState title="It was not uploaded." error={upload.error} />}
      <ApiCall method="POST" path={path} query={query} file={`${preset}.png`} />
    </div>
  )
}
