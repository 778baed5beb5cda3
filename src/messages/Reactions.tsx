import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import type { ShownMessage } from './overlay.ts'
import * as css from './Reactions.css.ts'

interface ReactionsProps {
  message: ShownMessage
  conversant: string
  onPress: () => void
}

/** Both members' reactions below a message; a button that opens its menu. */
export function Reactions({
  message: { own_reaction: own, other_reaction: other },
  conversant,
  onPress,
}: ReactionsProps) {
  if (own === undefined && other === undefined) return null
  const texts = [
    ...(own === undefined ? [] : [`You reacted with ${own}.`]),
    ...(other === undefined ? [] : [`${conversant} reacted with ${other}.`]),
  ]
  return (
    <button type="button" className={css.reactions} aria-haspopup="dialog" onClick={onPress}>
      <span aria-hidden="true">{own === other ? `${own} 2` : [other, own].filter(Boolean).join(' ')}</span>
      <VisuallyHidden>{texts.join(' ')} React</VisuallyHidden>
    </button>
  )
}
