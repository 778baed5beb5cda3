/** A file with rules in SQL, and the tests that must notice a change of them. */
export interface RuleFile {
  readonly file: string
  /** Few: they run once for each mutant. */
  readonly tests: readonly string[]
}

export interface RuleGroup {
  readonly files: readonly RuleFile[]
  /** The lowest score, in percent, that is no failure. */
  readonly least: number
}

/** The rules that are measured together, by name. */
export const ruleGroups: Readonly<Record<string, RuleGroup>> = {
  visibility: {
    files: [
      { file: 'server/db/visible-to.ts', tests: ['server/db/visible-to.test.ts'] },
      { file: 'server/activity/open-texts.ts', tests: ['server/activity/open-texts.test.ts'] },
      { file: 'server/broadcasts/feed.ts', tests: ['server/broadcasts/closed-feed.test.ts'] },
      { file: 'server/broadcasts/replies/store.ts', tests: ['server/broadcasts/replies/closed-replies.test.ts'] },
      { file: 'server/messages/store.ts', tests: ['server/messages/closed-conversations.test.ts'] },
      { file: 'server/accounts/admins.ts', tests: ['tests/server/suspended.test.ts'] },
      { file: 'server/instance/invitations.ts', tests: ['tests/server/suspended.test.ts'] },
      { file: 'server/moderation/standing.ts', tests: ['tests/server/suspended.test.ts'] },
    ],
    least: 90,
  },
  sessions: {
    files: [
      { file: 'server/http/session.ts', tests: ['server/http/find-session.test.ts'] },
      { file: 'server/http/rate-limit.ts', tests: ['server/http/take-tokens.test.ts', 'server/http/refusal.test.ts'] },
    ],
    least: 90,
  },
  notifications: {
    files: [
      { file: 'server/activity/like-groups.ts', tests: ['server/activity/closed-entries.test.ts'] },
      { file: 'server/activity/list.ts', tests: ['server/activity/closed-entries.test.ts'] },
      { file: 'server/activity/unread.ts', tests: ['server/activity/closed-entries.test.ts'] },
      { file: 'server/activity/events.ts', tests: ['server/activity/recipients.test.ts'] },
      { file: 'server/push/read-pushes.ts', tests: ['server/push/read-pushes.test.ts'] },
    ],
    least: 90,
  },
}
