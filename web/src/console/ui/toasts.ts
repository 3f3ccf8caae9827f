import { Toast } from '@base-ui/react/toast'

export const toasts = Toast.createToastManager()

/** Says that something is done. Failures stand beside what failed. */
export function notify(title: string): void {
  toasts.add({ title })
}
