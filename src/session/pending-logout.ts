import { logout } from '#contract/accounts/session.ts'
import { call } from '#src/api/call.ts'
import { Unreachable } from '#src/api/errors.ts'
import type { KeyValueStore } from '#src/offline/device/idb.ts'
import { readDevice, settleLogout } from '#src/offline/device/member.ts'
import { uuid } from '#src/offline/device/uuid.ts'

let settling: Promise<void> | undefined

/**
 * Ends the server's session of somebody who signed out here without a network. A refusal (a host without sessions) ends
 * it as well; without an answer it stays owed. Never rejects; asked twice at once it is done once.
 */
export function settleOwedLogout(device: KeyValueStore): Promise<void> {
  settling ??= settle(device)
    .catch((error: unknown) => console.warn('The server has not been told of the sign-out yet.', error))
    .finally(() => {
      settling = undefined
    })
  return settling
}

async function settle(device: KeyValueStore) {
  const { owesLogout, name } = await readDevice(device)
  if (owesLogout !== true || name !== null) return
  try {
    await call(logout, { client_id: uuid() })
  } catch (error) {
    if (error instanceof Unreachable) throw error
  }
  await settleLogout(device)
}
