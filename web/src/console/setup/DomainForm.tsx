import { useState } from 'react'
import { LocalForm } from '../../form/Form.tsx'
import { SelectInput, TextInput } from '../../form/inputs.tsx'
import { Button } from '../../ui/Button.tsx'
import { instance } from '../instance.ts'
import { networkName } from '../ui/network-name.ts'

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
    <LocalForm
      className="grid items-end gap-4 sm:grid-cols-[1fr_10rem_auto]"
      onSubmit={() => onChosen({ domain: name, chainId })}
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
    </LocalForm>
  )
}
