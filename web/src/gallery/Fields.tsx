import { useState } from 'react'
import { ChoiceInput, DateInput, NumberInput, SearchChoiceInput } from '../form/choices.tsx'
import { FieldProblems } from '../form/FieldProblems.tsx'
import {
  CheckInput,
  LongTextInput,
  RadioInput,
  SearchInput,
  TextInput,
  UploadInput,
} from '../form/inputs.tsx'
import { Card } from '../ui/Card.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { Switch } from '../ui/Switch.tsx'

const networks = [
  { value: '1', title: 'Ethereum' },
  { value: '10', title: 'OP Mainnet' },
  { value: '8453', title: 'Base' },
  { value: '42161', title: 'Arbitrum One' },
  { value: '59144', title: 'Linea' },
] as const

const who = [
  { value: 'open', title: 'Open to all', words: 'Each wallet can claim a name.' },
  { value: 'members', title: 'Members', words: 'Holders of a token can claim a name.' },
  { value: 'invited', title: 'By invitation only', words: 'You decide on each name.' },
] as const

type Who = (typeof who)[number]['value']

export function Fields() {
  const [text, setText] = useState('Acme Collective')
  const [words, setWords] = useState('')
  const [rule, setRule] = useState<Who>('members')
  const [network, setNetwork] = useState<string | null>('8453')
  const [count, setCount] = useState<number | null>(3)
  const [day, setDay] = useState('2026-12-31')
  const [time, setTime] = useState('2026-12-31T18:00')
  const [isOn, setIsOn] = useState(true)
  const [kind, setKind] = useState<'all' | 'claimed' | 'reserved'>('all')
  return (
    <Card title="Fields">
      <div className="grid gap-4">
        <FieldProblems text="email: is not an address." titleOf={() => undefined}>
          <TextInput title="Workspace" hint="Members see it." value={text} onChange={setText} />
          <TextInput title="Email" name="email" value="not-an-email" onChange={() => {}} />
          <TextInput title="Not yours to change" value="acme.eth" disabled onChange={() => {}} />
        </FieldProblems>
        <LongTextInput title="Description" hint="Plain text." value={words} onChange={setWords} />
        <div className="grid gap-4 sm:grid-cols-2">
          <ChoiceInput title="Who can claim" value={rule} options={who} onChange={setRule} />
          <SearchChoiceInput title="Network" value={network} options={networks} onChange={setNetwork} />
          <NumberInput title="Names per wallet" value={count} min={0} onChange={setCount} />
          <DateInput title="Ends on" value={day} onChange={setDay} />
        </div>
        <DateInput title="Opens" hint="In your time zone." value={time} hasTime onChange={setTime} />
        <SegmentedControl
          label="State"
          value={kind}
          options={[
            { value: 'all', title: 'All' },
            { value: 'claimed', title: 'Claimed' },
            { value: 'reserved', title: 'Reserved' },
          ]}
          onChange={setKind}
        />
        <Switch
          title="Approve each claim"
          hint="You see it before the name is issued."
          isOn={isOn}
          onChange={setIsOn}
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <CheckInput title="No look-alikes" isChecked={isOn} onChange={setIsOn} />
          <CheckInput title="Not to be changed" isChecked isDisabled onChange={() => {}} />
        </div>
        <RadioInput
          title="Length"
          value={kind}
          options={[
            { value: 'all', title: 'Any length' },
            { value: 'claimed', title: 'At least three characters' },
          ]}
          onChange={setKind}
        />
        <SearchInput label="Search names" value="" onSearch={() => {}} />
        <div>
          <label htmlFor="native" className="mb-1.5 block text-sm font-medium">
            On a public page
          </label>
          <select id="native" className="control control-select">
            {networks.map(({ value, title }) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        </div>
        <UploadInput
          title="Avatar"
          hint="PNG, JPEG, WebP, GIF or AVIF, at most 10 MB."
          kind="image"
          isUploading={false}
          onFile={() => {}}
        />
      </div>
    </Card>
  )
}
