import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { isSameName } from '#contract/accounts/names.ts'
import { Suggestions } from '#src/accounts/search/Suggestions.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import * as css from './MentionArea.css.ts'
import { findTypedMention, insertMention, type Mentionable } from './typed-mention.ts'
import { useMentionable } from './useMentionable.ts'

interface MentionAreaProps extends Omit<ComponentProps<typeof TextArea>, 'ref' | 'value'> {
  input: RefObject<HTMLTextAreaElement | null>
  value: string
  /** Members in the conversation, offered first. */
  near?: readonly Mentionable[] | undefined
  place: 'above' | 'below' | 'between'
  /** Offers no members: the host knows no mentions. */
  isPlain?: boolean
}

const NONE: readonly Mentionable[] = []

/** A text area that offers members after an `@`, by arrows, Enter, Tab and Escape (decision 70). */
export function MentionArea({
  input,
  value,
  onChange,
  onKeyDown,
  near = NONE,
  place,
  isPlain = false,
  ...rest
}: MentionAreaProps) {
  const listId = useId()
  const options = { value, onChange, near, isPlain, maxLength: rest.maxLength ?? Number.POSITIVE_INFINITY }
  const { offered, active, move, choose, close, follow } = useMention(input, options)
  const isOpen = offered.length > 0
  const optionId = (place: number) => `${listId}-${place}`

  const handleKey = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.nativeEvent.isComposing || event.shiftKey) return false
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(offered[active]?.name ?? '')
    else if (event.key === 'Escape') close()
    else return false
    event.preventDefault()
    return true
  }
  return (
    <div className={css.box}>
      <TextArea
        {...rest}
        ref={input}
        value={value}
        {...(isOpen && {
          'aria-haspopup': 'listbox',
          'aria-autocomplete': 'list',
          'aria-controls': listId,
          'aria-activedescendant': optionId(active),
        })}
        onChange={(text) => {
          onChange(text)
          follow(input.current ?? undefined)
        }}
        onSelect={(event) => follow(event.currentTarget)}
        onBlur={() => follow(undefined)}
        onKeyDown={(event) => {
          if (!handleKey(event)) onKeyDown?.(event)
        }}
      />
      <Suggestions
        listId={listId}
        label="Members"
        place={place}
        people={offered}
        active={active}
        optionId={optionId}
        onChoose={choose}
      />
    </div>
  )
}

interface MentionOptions {
  value: string
  onChange: (text: string) => void
  near: readonly Mentionable[]
  isPlain: boolean
  maxLength: number
}

/** Returns the mention at the caret of a field: the offered members and the active one. */
function useMention(input: MentionAreaProps['input'], options: MentionOptions) {
  const { value, onChange, near, isPlain, maxLength } = options
  const [caret, setCaret] = useState<number>()
  /** Index of the `@` with the closed list. */
  const [closedAt, setClosedAt] = useState<number>()
  const [chosen, setChosen] = useState<string>()
  /** The text with a chosen name, and the caret behind it, until the field has the text. */
  const inserted = useRef<{ text: string; caret: number }>(undefined)
  const found = caret === undefined ? undefined : findTypedMention(value, caret)
  const typed = isPlain || found?.at === closedAt ? undefined : found
  const fits = ({ name }: Mentionable) =>
    typed !== undefined && insertMention(value, typed, name).text.length <= maxLength
  const offered = useMentionable(typed?.term, near).filter(fits)
  // By name: results that arrive do not move it to another member.
  const active = Math.max(
    0,
    offered.findIndex(({ name }) => chosen !== undefined && isSameName(name, chosen)),
  )

  useLayoutEffect(() => {
    if (inserted.current?.text !== value) return
    input.current?.setSelectionRange(inserted.current.caret, inserted.current.caret)
    inserted.current = undefined
  }, [input, value])

  /** Follows the caret; the list is closed while several characters are selected. */
  const follow = (field: HTMLTextAreaElement | undefined) => {
    const next = field && field.selectionStart === field.selectionEnd ? field.selectionEnd : undefined
    setCaret(next)
    const at = field && next !== undefined ? findTypedMention(field.value, next)?.at : undefined
    // Escape may cause a selection event in the same turn.
    if (field) setClosedAt((closed) => (at === closed ? closed : undefined))
  }
  const choose = (name: string) => {
    if (typed === undefined) return
    inserted.current = insertMention(value, typed, name)
    setChosen(undefined)
    setCaret(inserted.current.caret)
    onChange(inserted.current.text)
  }
  return {
    offered,
    active,
    follow,
    choose,
    move: (step: number) => setChosen(offered.at((active + step) % offered.length)?.name),
    close: () => setClosedAt(typed?.at),
  }
}
