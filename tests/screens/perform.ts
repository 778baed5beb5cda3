import { act } from 'react'

/**
 * Runs what a person does, and renders its effects. Between two of these React works as in a
 * browser: an `act` around a check that fails would leave its updates queued (React 19).
 */
export async function perform(what: () => unknown): Promise<void> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  try {
    await act(async () => void (await what()))
  } finally {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  }
}
