import { expect, test } from 'vitest'
import { endpoints } from './endpoints.ts'

test('a suspended member may only protect the account, end something or delete', () => {
  const open = endpoints.filter(({ whileSuspended }) => whileSuspended === true)
  expect(open.map(({ path }) => path.replace(/^\/api\/(?:user\/)?/, '')).toSorted()).toEqual([
    'block',
    'cancel-import',
    'change-password',
    'confirm-email',
    'confirm-warning',
    'delete-account',
    'delete-broadcast',
    'delete-direct-message',
    'delete-listen',
    'delete-listens',
    'delete-reply',
    'edit-notification-settings',
    'edit-privacy',
    'end-session',
    'end-sessions',
    'logout',
    'mark-activity-read',
    'mark-messages-read',
    'mute',
    'remove-listens',
    'remove-passkey',
    'request-password-reset',
    'revoke-invitation',
    'revoke-scrobble-token',
    'send-email-confirmation',
    'switch-relay',
    'unblock',
    'undo-like',
    'unfollow',
    'unfollow-account',
    'unlink-identity',
    'unlink-music-library',
    'unlink-relay',
    'unmute',
    'unshare-song-swap',
    'unsubscribe-push',
  ])
})
