import { Toast } from 'radix-ui'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'
import * as css from './Toast.css.ts'
import { dismissToast, type ToastEntry } from './toast.ts'
import { defaultDurationMs } from './toast-state.ts'

/** One toast; swiping right, its time, Escape or its buttons close it. */
function OneToast({ toast }: { toast: ToastEntry }) {
  const { id, isOpen, title, description, action, variant = 'default', durationMs = defaultDurationMs } = toast
  return (
    <Toast.Root
      className={css.toast[variant]}
      type={variant === 'destructive' ? 'foreground' : 'background'}
      open={isOpen}
      duration={durationMs}
      onOpenChange={(open) => {
        if (!open) dismissToast(id)
      }}
    >
      <div className={css.words}>
        <Toast.Title className={css.title}>{title}</Toast.Title>
        {description && <Toast.Description className={css.description}>{description}</Toast.Description>}
      </div>
      {action && (
        <Toast.Action
          className={classNames(css.press, css.underlined)}
          altText={`${action.label}: ${title}`}
          onClick={action.onPress}
        >
          {action.label}
        </Toast.Action>
      )}
      <Toast.Close className={css.press} aria-label="Close">
        <Icon name="close" size="s" />
      </Toast.Close>
    </Toast.Root>
  )
}

/** Spec section 9: swipe to the right by 50 px, F8 goes to the toasts. Loaded when the first toast shows. */
export function RadixToaster({ toasts }: { toasts: readonly ToastEntry[] }) {
  return (
    <Toast.Provider swipeDirection="right" swipeThreshold={50} duration={defaultDurationMs}>
      {toasts.map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
      <Toast.Viewport className={css.viewport} hotkey={['F8']} />
    </Toast.Provider>
  )
}
