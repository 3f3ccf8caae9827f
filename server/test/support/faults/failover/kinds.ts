import type { NodeName, PatroniCluster } from '../../databases/patroni.ts'

export interface Failover {
  readonly title: string
  readonly begin: (cluster: PatroniCluster, leader: NodeName) => Promise<void>
  /** After another one leads. */
  readonly end: (cluster: PatroniCluster, former: NodeName) => Promise<void> | void
}

const serverKilled: Failover = {
  title: 'its server is killed',
  begin: ({ killServer }, leader) => killServer(leader),
  end: () => {},
}

export const machineGone: Failover = {
  title: 'its machine is gone',
  begin: ({ killNode }, leader) => killNode(leader),
  end: ({ startNode }, former) => startNode(former),
}

export const networkCut: Failover = {
  title: 'its network is cut',
  begin: ({ cut }, leader) => cut(leader),
  end: ({ rejoin }, former) => rejoin(former),
}

/** Clients still reach it. */
export const peersCut: Failover = {
  title: 'the other servers do not reach it',
  begin: ({ cutFromPeers }, leader) => cutFromPeers(leader),
  end: ({ rejoinPeers }, former) => rejoinPeers(former),
}

const demoted: Failover = {
  title: 'it is demoted (`patronictl switchover`)',
  begin: ({ switchOver }, leader) => switchOver(leader),
  end: () => {},
}

export const failoverKinds: readonly Failover[] = [serverKilled, machineGone, networkCut, peersCut, demoted]
