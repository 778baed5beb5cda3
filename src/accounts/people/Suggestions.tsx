import type { UserProfile } from '#contract/accounts/profile.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Text } from '#src/ui/Text.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import * as css from './UserSearchBox.css.ts'

interface SuggestionsProps {
  listId: string
  people: readonly UserProfile[]
  active: number
  optionId: (at: number) => string
  onChoose: (name: string) => void
}

/** The listbox below the search field. The field retains the focus and names the active option. */
export function Suggestions({ listId, people, active, optionId, onChoose }: SuggestionsProps) {
  const isOpen = people.length > 0
  return (
    <>
      <div id={listId} role="listbox" aria-label="Suggestions" className={css.list} hidden={!isOpen}>
        {people.map((person, at) => (
          // The text field handles the keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <div
            key={person.profile}
            id={optionId(at)}
            role="option"
            aria-selected={at === active}
            className={classNames(css.option, at === active && css.active)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(person.profile)}
          >
            <Avatar name={person.profile} picture={person.pfpsm} size="s" />
            <Text as="span" oneLine>
              {person.profile}
            </Text>
          </div>
        ))}
      </div>
      <div role="status">
        <VisuallyHidden>
          {isOpen && `${people.length} ${people.length === 1 ? 'suggestion' : 'suggestions'}`}
        </VisuallyHidden>
      </div>
    </>
  )
}
