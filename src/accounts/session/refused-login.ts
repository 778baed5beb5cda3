import { useEffect, useState } from 'react'

interface RefusedLogin {
  user: string
  password: string
  /** Text of the alert. */
  sentence: string
}

let kept: RefusedLogin | undefined

/**
 * Passes a refused login to the form that is mounted after the sign-out. In memory only: it
 * contains a password.
 */
export function keepRefusedLogin(refused: RefusedLogin): void {
  kept = refused
}

/**
 * Returns the refused login for the initial values of the form; cleared once the form is mounted.
 */
export function useRefusedLogin(): RefusedLogin | undefined {
  const [taken] = useState(kept)
  useEffect(() => {
    if (kept === taken) kept = undefined
  }, [taken])
  return taken
}
