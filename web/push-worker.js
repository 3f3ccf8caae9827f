/**
 * Shows what the service says about a claim (`server/src/notice/push.ts`), and opens its page when it is pressed. It handles no requests
 * and stores nothing.
 */
self.addEventListener('push', (event) => {
  const { title, body, language, direction, tag, path } = event.data.json()
  const options = { body, lang: language, dir: direction, tag, icon: '/icon-192.png', data: path }
  event.waitUntil(self.registration.showNotification(title, options))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(self.clients.openWindow(event.notification.data))
})
