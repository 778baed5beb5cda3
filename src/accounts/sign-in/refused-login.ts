import { useEffect, useState } from 'react'

interface RefusedLogin {
  user: string
  password: string
  /** The alert text. */
  sentence: string
}

let stored: RefusedLogin | undefined

/**
 * Passes a refused login to the form that is mounted after the sign-out. In memory only: it
 * contains a password.
 */
export function storeRefusedLogin(refused: RefusedLogin): void {
  stored = refused
}

/**
 * Returns the refused login for the initial values of the form; cleared once the form is mounted.
 */
export function useRefusedLogin(): RefusedLogin | undefined {
  const [refused] = useState(stored)
  useEffect(() => {
    if (stored === refused) stored = undefined
  }, [refused])
  return refused
}
