import type { Context } from '../../context.ts'
import { readDomainPage } from '../../core/domains/page.ts'
import { domainPageAnswer } from '../schema/domain-page.ts'
import { firstChainWith } from './first-chain-with.ts'
import type { Page } from './page.ts'

/** Without a chain: the first one that has the domain. */
export async function readClaimPage(
  context: Context,
  urlOf: (reference: string) => string,
  { name, chainId }: { readonly name: string; readonly chainId: number | undefined },
): Promise<Page> {
  const domain = await firstChainWith(chainId, (id) => readDomainPage(context, { chainId: id, name }))
  const { look, hasAvatar } = domain
  const title = look.title || domain.name
  return {
    page: 'claim',
    title: `Claim a name of ${title}`,
    description: look.words || domain.description || `Your own name under ${domain.name}, free of gas.`,
    path: `/claim/${encodeURIComponent(domain.name)}`,
    ...(hasAvatar && {
      image: urlOf(
        `byname/v1/names/${encodeURIComponent(domain.name)}/avatar?chainId=${domain.chainId}&size=512`,
      ),
    }),
    ...(look.accent !== null && { accent: look.accent }),
    data: {
      domain: domainPageAnswer.serialize({ page: domain, urlOf }),
      isSandbox: context.sandboxAccounts !== undefined,
    },
  }
}
