import { Plus, Settings } from 'lucide-react'
import { Address } from '../console/ui/Address.tsx'
import { ErrorState, Skeleton } from '../console/ui/Query.tsx'
import { RelativeTime } from '../console/ui/RelativeTime.tsx'
import { Empty } from '../console/ui/Screen.tsx'
import { StateMark } from '../console/ui/StateMark.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { NameTitle, NameWithAvatar } from '../ui/NameTitle.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Progress } from '../ui/Progress.tsx'
import { Row } from './Row.tsx'

const looks = ['primary', 'plain', 'quiet', 'danger', 'danger-plain'] as const

export function Buttons() {
  return (
    <Card title="Buttons" actions={<Badge>{looks.length}</Badge>}>
      <div className="grid gap-4">
        {looks.map((look) => (
          <Row key={look}>
            <Button look={look}>Save</Button>
            <Button look={look} size="dense">
              <Plus aria-hidden className="size-4" />
              New name
            </Button>
            <Button look={look} size="dense" disabled>
              Save
            </Button>
            <Button look={look} size="dense" isBusy>
              Saving
            </Button>
            <Button look={look} size="dense" isWaiting>
              Replace
            </Button>
            <IconButton look={look} size="dense" label={`Settings, ${look}`}>
              <Settings aria-hidden className="size-4" />
            </IconButton>
          </Row>
        ))}
      </div>
    </Card>
  )
}

const names = ['marina.acme.eth', 'مثال.demo.eth', '🚀ship.acme.eth', `${'long'.repeat(15)}abc.acme.eth`]

const members = ['gus', 'cleo', 'mod', 'ben', 'dora', 'emil', 'zoe']

export function Names() {
  return (
    <Card title="Names">
      <div className="grid gap-4">
        <p className="text-4xl font-semibold tracking-tighter">
          <NameTitle name="marina.acme.eth" />
        </p>
        {names.map((name) => (
          <NameWithAvatar key={name} name={name} />
        ))}
        <Row>
          {(['xs', 'sm', 'md', 'lg', 'xl'] as const).map((size) => (
            <Avatar key={size} name="acme.eth" size={size} shape="square" />
          ))}
          <span className="flex -space-x-2">
            {members.map((label) => (
              <Avatar key={label} name={`${label}.acme.eth`} size="sm" className="border-raised border-2" />
            ))}
          </span>
        </Row>
        <Row>
          <Address value="0x70997970C51812dc3A010C7d01b50e0d17dc79C8" />
          <span className="text-soft text-sm">
            <RelativeTime iso={new Date(Date.now() - 7_200_000).toISOString()} />
          </span>
        </Row>
        <Row>
          <Badge>Reserved</Badge>
          <Badge tone="good" hasDot>
            Resolves everywhere
          </Badge>
          <Badge tone="warn">Soon</Badge>
          <Badge tone="bad">Revoked</Badge>
          <Badge tone="accent">4</Badge>
        </Row>
        <Row>
          <StateMark tone="neutral">Not checked</StateMark>
          <StateMark tone="good">OK</StateMark>
          <StateMark tone="warn">Soon</StateMark>
          <StateMark tone="bad">Failed</StateMark>
        </Row>
      </div>
    </Card>
  )
}

export function Feedback() {
  return (
    <Card title="Feedback">
      <div className="grid gap-4">
        <Notice title="Names are by invitation only.">If you are invited, accept your name.</Notice>
        <Notice tone="good" title="As a wallet sees it">
          Looked up on the chain in 21 ms.
        </Notice>
        <Notice tone="warn" title="The registration ends in 7 days." />
        <ErrorState
          title="The keys were not read."
          error={new Error('The server cannot be reached.')}
          onRetry={() => {}}
        />
        <Progress label="Importing names" value={3120} max={5000} />
        <Skeleton label="Loading the keys" lines={3} />
        <Empty title="No names yet">
          Issue the first one, or let members claim them.
          <Button size="dense" look="primary">
            <Plus aria-hidden className="size-4" />
            New name
          </Button>
        </Empty>
      </div>
    </Card>
  )
}
