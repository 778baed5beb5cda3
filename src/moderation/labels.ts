/** The label of an admin's action in the log, and as the outcome of a report. */
const labels: Readonly<Record<string, string>> = {
  report_closed: 'Report closed',
  no_measure: 'Closed without action',
  broadcast_hidden: 'Broadcast hidden',
  broadcast_shown: 'Broadcast shown again',
  broadcast_deleted: 'Broadcast deleted',
  reply_hidden: 'Reply hidden',
  reply_shown: 'Reply shown again',
  reply_deleted: 'Reply deleted',
  picture_deleted: 'Picture deleted',
  warned: 'Warned',
  suspended: 'Suspended',
  reinstated: 'Reinstated',
  sessions_ended: 'Signed out everywhere',
  passkeys_removed: 'Passkeys removed',
  note_added: 'Note added',
  admin_granted: 'Made an admin',
  admin_revoked: 'No longer an admin',
  settings_changed: 'Settings changed',
  invitation_made: 'Invitation made',
  reset_link_made: 'Password reset link made',
  push_keys_rotated: 'Push keys replaced',
  jobs_retried: 'Failed jobs retried',
  music_merged: 'Music merged',
  music_renamed: 'Music renamed',
  artist_split: 'Name split into artists',
  artist_not_split: 'Name made one artist',
  music_change_undone: 'Change of music undone',
}

/** Returns the label for an action; the name itself for one by a newer server. */
export const labelAction = (action: string): string => labels[action] ?? action
