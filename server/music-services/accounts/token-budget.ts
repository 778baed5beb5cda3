import { deriveKey } from '#server/http/encrypt-secret.ts'

/** Returns the key of a token's rate budget at a service, from which the token cannot be derived. */
export const toTokenBudget = (secretKey: string, service: string, token: string): string =>
  `${service} ${deriveKey(secretKey, `flipside token budget ${token}`, 8).toString('hex')}`
