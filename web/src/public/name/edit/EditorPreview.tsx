import { t } from '../../../text/messages.ts'
import { NameTitle } from '../../../ui/NameTitle.tsx'
import { PageTop } from '../../../ui/PageTop.tsx'
import type { Name } from '../../page-data.ts'
import { AddressList } from '../AddressList.tsx'
import { ProfileLinks } from '../ProfileLinks.tsx'
import { textOf } from '../records.ts'
import type { Draft } from './draft.ts'

interface EditorPreviewProps {
  readonly name: Name
  readonly draft: Draft
  /** URLs of this service; null without a picture. */
  readonly avatar: string | null
  readonly banner: string | null
}

/** The profile as it will be seen, beside the form. */
export function EditorPreview({ name, draft, avatar, banner }: EditorPreviewProps) {
  const drawn = withDraft(name, draft)
  const displayName = textOf(drawn, 'name')
  const description = textOf(drawn, 'description')
  return (
    <aside
      aria-label={t('edit.preview')}
      className="border-line bg-ground sticky top-6 hidden self-start overflow-hidden rounded-lg border pb-6 shadow-sm @4xl:block"
    >
      <PageTop look="small" banner={banner} avatar={avatar} name={name.ens} />
      <div className="px-6">
        <p className="mt-3 text-2xl leading-tight font-bold tracking-tight">
          <NameTitle name={name.ens} />
        </p>
        {displayName && (
          <p dir="auto" className="name-breaks mt-1 text-lg">
            {displayName}
          </p>
        )}
        {description && (
          <p dir="auto" className="name-breaks text-soft mt-2 text-sm whitespace-pre-line">
            {description}
          </p>
        )}
        <ProfileLinks name={drawn} />
        <AddressList addresses={drawn.records.addresses} chainId={name.chainId} />
      </div>
    </aside>
  )
}

/** The name with what is in the form; what is empty is left out. */
function withDraft(name: Name, { texts, addresses }: Draft): Name {
  const titles = new Map(name.records.addresses.map(({ id, name: title }) => [id, title]))
  return {
    ...name,
    records: {
      ...name.records,
      texts: Object.entries(texts).flatMap(([key, value]) => (value === '' ? [] : [{ key, value }])),
      addresses: Object.entries(addresses).flatMap(([coinType, value]) =>
        value.trim() === ''
          ? []
          : [{ id: Number(coinType), name: titles.get(Number(coinType)) ?? coinType, value: value.trim() }],
      ),
    },
  }
}
