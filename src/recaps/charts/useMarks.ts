import { type KeyboardEvent, useId, useState } from 'react'

type Steps = Readonly<Record<string, number>>

/** Returns a chart's marks as options: chosen by press, pointer or keys, announced by label. */
export function useMarks(count: number, steps: Steps) {
  const id = useId()
  const [chosen, setChosen] = useState<number>()
  const toId = (place: number) => `${id}-${place}`
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const to =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? count - 1
          : step === undefined
            ? undefined
            : chosen === undefined
              ? step > 0
                ? 0
                : count - 1
              : chosen + step
    if (to === undefined) return
    event.preventDefault()
    if (to >= 0 && to < count) setChosen(to)
  }
  return {
    chosen,
    list: {
      role: 'listbox',
      tabIndex: 0,
      'aria-activedescendant': chosen === undefined ? undefined : toId(chosen),
      onKeyDown: move,
      onBlur: () => setChosen(undefined),
      onPointerLeave: () => setChosen(undefined),
    } as const,
    toMark: (place: number, label: string) =>
      ({
        id: toId(place),
        role: 'option',
        'aria-selected': place === chosen,
        'aria-label': label,
        onPointerEnter: () => setChosen(place),
        onPointerDown: () => setChosen(place),
      }) as const,
  }
}
