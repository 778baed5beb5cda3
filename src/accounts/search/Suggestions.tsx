import { Avatar } from '#src/ui/Avatar.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { countText } from '#src/ui/numbers.ts'
import { Text } from '#src/ui/Text.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import * as css from './UserSearchBox.css.ts'

interface SuggestionsProps {
  listId: string
  label?: string
  /** Over the content below or above the field, or between the field and the content. */
  place?: keyof typeof css.list
  people: readonly { name: string; picture?: string | undefined }[]
  active: number
  optionId: (at: number) => string
  onChoose: (name: string) => void
}

/** A field's listbox. The field retains the focus and names the active option. */
export function Suggestions({
  listId,
  label = 'Suggestions',
  place = 'below',
  people,
  active,
  optionId,
  onChoose,
}: SuggestionsProps) {
  const isOpen = people.length > 0
  return (
    <>
      <div id={listId} role="listbox" aria-label={label} className={css.list[place]} hidden={!isOpen}>
        {people.map(({ name, picture }, at) => (
          // The text field handles the keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <div
            key={name}
            id={optionId(at)}
            role="option"
            aria-selected={at === active}
            className={classNames(css.option, at === active && css.active)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(name)}
          >
            <Avatar name={name} picture={picture} size="s" />
            <Text as="span" oneLine>
              {name}
            </Text>
          </div>
        ))}
      </div>
      <div role="status">
        <VisuallyHidden>{isOpen && countText(people.length, 'suggestion')}</VisuallyHidden>
      </div>
    </>
  )
}
