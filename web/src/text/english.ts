import english from '../../messages/en.json'
import { type Messages, setMessages } from './messages.ts'

// Of the pages that are in English only. Safe because the build compiles the texts of the file to functions.
setMessages('en', english as unknown as Messages)
