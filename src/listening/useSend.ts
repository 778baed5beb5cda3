import { useChange } from '#src/cache/useChange.ts'

/**
 * Sends one request at a time, at once: its effects come from elsewhere, so nothing can be shown
 * before the response. Resolves to whether it took effect.
 */
export function useSend(unreachable = 'The server cannot be reached. Please try again later.') {
  const { change: send, ...state } = useChange('The change was not made.', { unreachable })
  return { ...state, send }
}
