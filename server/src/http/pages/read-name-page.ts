import type { Context } from '../../context.ts'
import { getSubname } from '../../core/subnames/get.ts'
import { nameAnswer } from '../schema/name.ts'
import { firstChainWith } from './first-chain-with.ts'
import type { Page } from './page.ts'

/** Without a chain: the first one that has the name. */
export async function readNamePage(
  context: Context,
  urlOf: (reference: string) => string,
  { name, chainId }: { readonly name: string; readonly chainId: number | undefined },
): Promise<Page> {
  const details = await firstChainWith(chainId, (id) => getSubname(context, { chainId: id, name }))
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
      isSandbox: context.sandboxAccounts !== undefined,
    },
  }
}
