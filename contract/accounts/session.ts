import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { changeQuery, defineOpenRead, defineOwnWrite } from '../endpoint-kinds.ts'
import { ClientId, Done, TextParam, TrueOrFalse, Username, Written } from '../wire.ts'
import { defineOpenWrite } from './open-endpoints.ts'

/** The contract puts passwords in the query string; query strings are never logged. */
export const Password = v.pipe(
  TextParam,
  v.minLength(1, 'must not be empty'),
  v.maxLength(200, 'must be at most 200 characters'),
)

/** The shortest new password, in characters. Existing ones may be shorter. */
const PASSWORD_MIN = 8
export const PASSWORD_TOO_SHORT = `Your password needs at least ${PASSWORD_MIN} characters.`
export const isPasswordTooShort = (password: string): boolean =>
  Array.from(password.normalize('NFKC')).length < PASSWORD_MIN

export const LinkToken = v.pipe(TextParam, v.minLength(1), v.maxLength(200))

export const accountLabels = {
  user: 'Your username',
  email: 'Your email',
  firstname: 'Your first name',
  lastname: 'Your last name',
  password: 'Your password',
  new_password: 'Your new password',
} as const

/** The spec does not define its response; ours sets the session cookie. */
export const login = defineEndpoint({
  method: 'POST',
  path: '/api/user/login',
  summary: 'Starts a session. An unknown user and a wrong password get one response.',
  access: 'anyone',
  visibility: 'own',
  query: v.object({ user: Username, password: Password }),
  labels: accountLabels,
  response: Done,
  failure: 'Login failed',
})

export const logout = defineOpenWrite({
  path: '/api/user/logout',
  summary: 'Ends the session. Without one it is done already.',
  whileSuspended: true,
  query: v.object({ client_id: v.optional(ClientId) }),
  failure: 'Failed to sign out',
})

export const getSession = defineOpenRead({
  path: '/api/user/session',
  summary: "The session's member, or null.",
  visibility: 'own',
  query: v.object({}),
  response: v.object({ viewer: v.nullable(v.string()) }),
  failure: 'Failed to fetch the session',
})

export const changePassword = defineOwnWrite({
  path: '/api/user/change-password',
  summary:
    'Sets a new password by the old one and ends all other sessions; end_players=true revokes the tokens of players.',
  whileSuspended: true,
  query: changeQuery({
    password: Password,
    new_password: Password,
    end_players: v.optional(TrueOrFalse),
  }),
  labels: accountLabels,
  failure: 'Failed to change the password',
})

export const resetPassword = defineOpenWrite({
  path: '/api/user/reset-password',
  summary:
    'Sets a new password by the token of a reset link, once. Ends all sessions, removes passkeys and revokes the tokens of players.',
  query: v.object({
    token: LinkToken,
    new_password: Password,
    client_id: v.optional(ClientId),
  }),
  labels: accountLabels,
  failure: 'Failed to reset the password',
})

export const requestPasswordReset = defineOpenWrite({
  path: '/api/user/request-password-reset',
  summary: 'Sends a reset link to the confirmed address of an account. The response is the same for any account.',
  whileSuspended: true,
  query: v.object({
    /** A username or an e-mail address. */
    account: Written(254),
    client_id: v.optional(ClientId),
  }),
  labels: { account: 'The username or email' },
  failure: 'Failed to request a link',
})
