import * as v from 'valibot'
import { NotificationKind } from '#contract/notifications/kinds.ts'
import type { NotificationSettings } from '#contract/notifications/settings.ts'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { Card } from '#src/ui/Card.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Switch } from '#src/ui/Switch.tsx'
import { setNotificationKind } from './actions.ts'

const TEXTS: Readonly<Record<NotificationKind, { label: string; hint: string }>> = {
  swap_turn: { label: 'Your turn in a Track Swap', hint: 'You are invited, or the other member has sent a track.' },
  swap_result: {
    label: 'Results of a Track Swap',
    hint: 'Your track was rated, the swap has ended, or its results are to be shared.',
  },
  message: { label: 'Messages', hint: 'One notification per conversation, with the latest message.' },
  reply: { label: 'Replies', hint: 'A member has replied to your broadcast.' },
  mention: { label: 'Mentions', hint: 'A member has mentioned you by name in a broadcast or a reply.' },
  follow: { label: 'New followers', hint: 'A member follows you.' },
  like: { label: 'Likes', hint: 'New likes of one broadcast are one notification. Seen ones are listed by day.' },
  play_reaction: { label: 'Reactions', hint: 'A member has reacted to what you play or have played.' },
  weekly_report: { label: 'Your week', hint: 'What you listened to, once a week.' },
  relay_stopped: {
    label: 'Stopped forwarding',
    hint: 'A service no longer accepts your scrobbles until you link the account again.',
  },
}

/** One switch per kind of notification. They apply to all the member's devices. */
export function KindSwitches({ member, settings }: { member: string; settings: NotificationSettings }) {
  const { dispatch } = useDispatch()
  return (
    <Section title="What you are notified of">
      {settings.kinds.map(({ kind, is_on }) => {
        // A kind from a newer server has no text here.
        if (!v.is(NotificationKind, kind)) return null
        return (
          <Card key={kind}>
            <Switch
              {...TEXTS[kind]}
              isOn={is_on}
              onChange={(isOn) => void dispatch(setNotificationKind, { user: member, kind, isOn })}
            />
          </Card>
        )
      })}
    </Section>
  )
}
