import { Keyboard } from './Keyboard.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'

/** Of the pages of the service itself. Its script is not loaded by those of customers. */
export function ServiceFoot() {
  return (
    <>
      <a href="/docs" className="hover:text-ink underline underline-offset-4">
        API documentation
      </a>
      <span className="flex items-center gap-6">
        <Keyboard hasButton />
        <ThemeSwitch />
      </span>
    </>
  )
}
