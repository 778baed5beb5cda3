import { logout } from '#contract/accounts/session.ts'
import { call } from '#src/api/call.ts'
import { Unreachable } from '#src/api/errors.ts'
import type { KeyValueStore } from '#src/offline/device/idb.ts'
import { readDevice, settleLogout } from '#src/offline/device/member.ts'
import { uuid } from '#src/offline/device/uuid.ts'

let completing: Promise<void> | undefined

/** Ends the server's session after an offline sign-out, once. A refusal settles it too. Never rejects. */
export function completePendingLogout(device: KeyValueStore): Promise<void> {
  completing ??= sendLogout(device)
    .catch((error: unknown) => console.warn('The server has not received the sign-out yet.', error))
    .finally(() => {
      completing = undefined
    })
  return completing
}

async function sendLogout(device: KeyValueStore) {
  const { owesLogout, name } = await readDevice(device)
  if (owesLogout !== true || name !== null) return
  try {
    await call(logout, { client_id: uuid() })
  } catch (error) {
    if (error instanceof Unreachable) throw error
  }
  await settleLogout(device)
}
