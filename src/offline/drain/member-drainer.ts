import { call } from '#src/api/call.ts'
import type { KeyValueStore } from '../device/idb.ts'
import { isCurrent, memberKey } from '../device/member.ts'
import { createDrainer, type Drainer, type DrainerDeps } from './drainer.ts'
import { reachBy, whoamiBy } from './host.ts'

interface MemberDrainerDeps
  extends Pick<DrainerDeps, 'outbox' | 'actions' | 'later' | 'mayTry' | 'onError' | 'signal'> {
  device: KeyValueStore
  name: string
  generation: number
}

export function createMemberDrainer({ device, name, generation, ...deps }: MemberDrainerDeps): Drainer {
  return createDrainer({
    ...deps,
    call,
    now: Date.now,
    chance: Math.random,
    isCurrent: () => isCurrent(device, name, generation),
    whoami: whoamiBy(call, name),
    reach: reachBy(call),
    isMember: (viewer) => memberKey(viewer) === memberKey(name),
    memberKey: memberKey(name),
  })
}
