import type { ComponentProps } from 'react'
import { IconButton } from './IconButton.tsx'

type MenuButtonProps = Pick<ComponentProps<typeof IconButton>, 'label' | 'variant' | 'onClick'>

/** The three dots that open a menu, or another dialog. */
export const MenuButton = (props: MenuButtonProps) => (
  <IconButton icon="more" variant="bare" aria-haspopup="dialog" {...props} />
)
