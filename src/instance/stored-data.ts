/** Each kind of stored data: who sees it, and for how long. A test names the tables of each kind. */
export const storedData = [
  {
    what: 'Your account',
    how: 'Name, e-mail address, picture and settings, until you delete the account. The password is stored as an Argon2id hash. Others see name and picture.',
  },
  {
    what: 'Where you are signed in',
    how: 'Browser, system and last use of each session, up to 180 days. Addresses that you log in from are stored as hashes, up to 180 days. Of a passkey: its name, its public key, and when it was created and last used, until you remove it. Of an account at the provider of single sign-on: the number that the provider has for you, until you unlink it. Links that reset a password or confirm an address end after 24 hours.',
  },
  {
    what: 'Your listening',
    how: 'Each listen with its time and names, charts of linked services, and what is computed from them. Others see it unless you hide it. The time zone of your device, so that the weekly report comes on your Monday morning; only you see it and the report. Which listens your latest 20 imports had, so that you can undo one, and removed doubles for 30 days.',
  },
  {
    what: 'Accounts that you have linked',
    how: 'The access to your accounts at other services, encrypted, the listens and loves still to be sent to them, and the account that you follow, with its token if you gave one, encrypted, until you unlink it. Of your music library: its address, the access, encrypted, and which tracks it has. Only you see them.',
  },
  {
    what: 'What you share',
    how: 'Broadcasts and replies with their mentions, likes, reactions to what others play, swaps and ratings, and follows, until you delete them or the account. The numbers of deleted broadcasts are stored for 90 days.',
  },
  {
    what: 'Your messages',
    how: 'Texts, tracks and reactions, visible to you and the other member. They stay in the conversation of the other member, without your name, when you delete your account.',
  },
  {
    what: 'Blocks, mutes and reports',
    how: 'Blocks and mutes are visible to you alone. The admins see reports, warnings, suspensions and their notes.',
  },
  {
    what: 'Notifications',
    how: 'Which kinds you have switched off, your quiet hours, and the address of your browser at its push service, until you turn notifications off or sign out. The push service sees when a notification is sent, and not its content. Notifications that wait to be sent, for at most a week.',
  },
  {
    what: 'Repeated requests',
    how: 'The response to each action for 90 days, so that a phone can send it again without a second effect.',
  },
] as const
