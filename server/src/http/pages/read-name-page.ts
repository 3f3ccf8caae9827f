import type { Context } from '../../context.ts'
import { readDomainPage } from '../../core/domains/page.ts'
import { getSubname } from '../../core/subnames/get.ts'
import { subnameEtag } from '../../core/subnames/subname-etag.ts'
import { nameAnswer } from '../schema/name.ts'
import { firstChainWith } from './first-chain-with.ts'
import type { Page, Redirect } from './page.ts'

/** Without a chain: the first one that has the name. A domain has its claim page. */
export async function readNamePage(
  context: Context,
  urlOf: (reference: string) => string,
  { name, chainId }: { readonly name: string; readonly chainId: number | undefined },
): Promise<Page | Redirect> {
  const details = await firstChainWith(chainId, (id) => getSubname(context, { chainId: id, name })).catch(
    (error: unknown) => redirectToDomain(context, { name, chainId }, error),
  )
  if ('redirectTo' in details) return details
  const { subname, domain } = details
  const textOf = (key: string) => subname.records.texts.find((text) => text.key === key)?.value
  return {
    page: 'name',
    title: subname.name,
    description: textOf('description') ?? `The profile of ${subname.name}.`,
    path: `/n/${encodeURIComponent(subname.name)}`,
    ...(textOf('avatar') !== undefined && {
      image: urlOf(
        `byname/v1/names/${encodeURIComponent(subname.name)}/avatar?chainId=${subname.chainId}&size=512`,
      ),
    }),
    ...(domain.look.accent !== null && { accent: domain.look.accent }),
    data: {
      name: nameAnswer.serialize(details),
      etag: subnameEtag(details),
      isSandbox: context.sandboxAccounts !== undefined,
    },
  }
}

/** @throws `notFound` when it is no domain either. */
async function redirectToDomain(
  context: Context,
  { name, chainId }: { readonly name: string; readonly chainId: number | undefined },
  notFound: unknown,
): Promise<Redirect> {
  const domain = await firstChainWith(chainId, (id) => readDomainPage(context, { chainId: id, name })).catch(
    () => undefined,
  )
  if (!domain) throw notFound
  return { redirectTo: `/claim/${encodeURIComponent(domain.name)}?chainId=${domain.chainId}` }
}
