import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { instance } from '../instance.ts'
import { networkName } from '../ui/network-name.ts'
import { SelectInput } from '../ui/SelectInput.tsx'
import { TextInput } from '../ui/TextInput.tsx'

interface DomainFormProps {
  readonly domain: string
  readonly chainId: string
  readonly onChosen: (chosen: { readonly domain: string; readonly chainId: string }) => void
}

export function DomainForm({ onChosen, ...given }: DomainFormProps) {
  const [domain, setDomain] = useState(given.domain)
  const [chainId, setChainId] = useState(given.chainId)
  const name = domain.trim().toLowerCase()
  return (
    <form
      className="grid items-end gap-4 sm:grid-cols-[1fr_10rem_auto]"
      onSubmit={(event) => {
        event.preventDefault()
        onChosen({ domain: name, chainId })
      }}
    >
      <TextInput title="Your domain" value={domain} required placeholder="acme.eth" onChange={setDomain} />
      <SelectInput
        title="Network"
        value={chainId}
        options={instance.chainIds.map((id) => ({ value: `${id}`, title: networkName(id) }))}
        onChange={setChainId}
      />
      <Button type="submit" size="dense" look="primary" disabled={!name.includes('.')}>
        Look it up
      </Button>
    </form>
  )
}
