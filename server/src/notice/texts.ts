import type { NoticeLanguage } from '../model/claim-notice.ts'

/** `{name}` and `{domain}` are replaced. */
export interface NoticeTexts {
  readonly approved: string
  readonly declined: string
  readonly taken: string
  readonly expired: string
  readonly approvedText: string
  readonly declinedText: string
  readonly takenText: string
  readonly expiredText: string
  readonly comment: string
  readonly commentOnPage: string
  readonly open: string
  readonly reason: string
  readonly stop: string
}

export const noticeTexts: Readonly<Record<NoticeLanguage, NoticeTexts>> = {
  en: {
    approved: '{name} is yours',
    declined: 'Your request for {name} was declined',
    taken: '{name} was given to another wallet',
    expired: 'Your request for {name} was not decided',
    approvedText: 'The owner of {domain} has approved your request.',
    declinedText: 'The owner of {domain} has declined your request. The name is free again.',
    takenText: 'Your request for it is over. You can ask for another name of {domain}.',
    expiredText: 'The owner of {domain} has not decided within 30 days. The name is free again.',
    comment: 'Comment of the owner:',
    commentOnPage: 'The owner has left a comment. You can read it on the page of your requests.',
    open: 'See my requests',
    reason:
      'You get this one message because this address was left with the request. The address is now deleted.',
    stop: 'Never send messages to this address',
  },
  de: {
    approved: '{name} gehört dir',
    declined: 'Deine Anfrage nach {name} wurde abgelehnt',
    taken: '{name} wurde an eine andere Wallet vergeben',
    expired: 'Über deine Anfrage nach {name} wurde nicht entschieden',
    approvedText: 'Der Inhaber von {domain} hat deiner Anfrage zugestimmt.',
    declinedText: 'Der Inhaber von {domain} hat deine Anfrage abgelehnt. Der Name ist wieder frei.',
    takenText:
      'Deine Anfrage danach ist damit beendet. Du kannst nach einem anderen Namen von {domain} fragen.',
    expiredText:
      'Der Inhaber von {domain} hat nicht innerhalb von 30 Tagen entschieden. Der Name ist wieder frei.',
    comment: 'Kommentar des Inhabers:',
    commentOnPage:
      'Der Inhaber hat einen Kommentar hinterlassen. Du kannst ihn auf der Seite deiner Anfragen lesen.',
    open: 'Meine Anfragen ansehen',
    reason:
      'Du bekommst diese eine Nachricht, weil diese Adresse bei der Anfrage angegeben wurde. Sie ist jetzt gelöscht.',
    stop: 'Nie mehr Nachrichten an diese Adresse senden',
  },
  es: {
    approved: '{name} es tuyo',
    declined: 'Tu solicitud de {name} fue rechazada',
    taken: '{name} se ha asignado a otra cartera',
    expired: 'Tu solicitud de {name} quedó sin decidir',
    approvedText: 'El propietario de {domain} ha aprobado tu solicitud.',
    declinedText: 'El propietario de {domain} ha rechazado tu solicitud. El nombre vuelve a estar libre.',
    takenText: 'Tu solicitud ha terminado. Puedes pedir otro nombre de {domain}.',
    expiredText: 'El propietario de {domain} no decidió en 30 días. El nombre vuelve a estar libre.',
    comment: 'Comentario del propietario:',
    commentOnPage: 'El propietario ha dejado un comentario. Puedes leerlo en la página de tus solicitudes.',
    open: 'Ver mis solicitudes',
    reason:
      'Recibes este único mensaje porque esta dirección se indicó con la solicitud. La dirección ya está borrada.',
    stop: 'No enviar nunca mensajes a esta dirección',
  },
  fr: {
    approved: '{name} est à vous',
    declined: 'Votre demande de {name} a été refusée',
    taken: '{name} a été attribué à un autre portefeuille',
    expired: 'Votre demande de {name} est restée sans décision',
    approvedText: 'Le propriétaire de {domain} a accepté votre demande.',
    declinedText: 'Le propriétaire de {domain} a refusé votre demande. Le nom est de nouveau libre.',
    takenText: 'Votre demande est close. Vous pouvez demander un autre nom de {domain}.',
    expiredText: "Le propriétaire de {domain} n'a pas décidé en 30 jours. Le nom est de nouveau libre.",
    comment: 'Commentaire du propriétaire :',
    commentOnPage:
      'Le propriétaire a laissé un commentaire. Vous pouvez le lire sur la page de vos demandes.',
    open: 'Voir mes demandes',
    reason:
      "Vous recevez ce seul message parce que cette adresse a été indiquée avec la demande. L'adresse est maintenant effacée.",
    stop: 'Ne plus jamais envoyer de messages à cette adresse',
  },
  pt: {
    approved: '{name} é seu',
    declined: 'Seu pedido de {name} foi recusado',
    taken: '{name} foi atribuído a outra carteira',
    expired: 'Seu pedido de {name} ficou sem decisão',
    approvedText: 'O proprietário de {domain} aprovou seu pedido.',
    declinedText: 'O proprietário de {domain} recusou seu pedido. O nome está livre novamente.',
    takenText: 'Seu pedido foi encerrado. Você pode pedir outro nome de {domain}.',
    expiredText: 'O proprietário de {domain} não decidiu em 30 dias. O nome está livre novamente.',
    comment: 'Comentário do proprietário:',
    commentOnPage: 'O proprietário deixou um comentário. Você pode lê-lo na página dos seus pedidos.',
    open: 'Ver meus pedidos',
    reason:
      'Você recebe esta única mensagem porque este endereço foi informado com o pedido. O endereço já foi apagado.',
    stop: 'Nunca mais enviar mensagens a este endereço',
  },
  tr: {
    approved: '{name} artık sizin',
    declined: '{name} isteğiniz reddedildi',
    taken: '{name} başka bir cüzdana verildi',
    expired: '{name} isteğiniz hakkında karar verilmedi',
    approvedText: '{domain} sahibi isteğinizi onayladı.',
    declinedText: '{domain} sahibi isteğinizi reddetti. Ad yeniden boşta.',
    takenText: 'İsteğiniz sona erdi. {domain} için başka bir ad isteyebilirsiniz.',
    expiredText: '{domain} sahibi 30 gün içinde karar vermedi. Ad yeniden boşta.',
    comment: 'Sahibin yorumu:',
    commentOnPage: 'Sahip bir yorum bıraktı. Yorumu isteklerinizin sayfasında okuyabilirsiniz.',
    open: 'İsteklerimi gör',
    reason: 'Bu tek iletiyi, bu adres istekle birlikte bırakıldığı için alıyorsunuz. Adres artık silindi.',
    stop: 'Bu adrese bir daha ileti gönderme',
  },
  zh: {
    approved: '{name} 已归您所有',
    declined: '您对 {name} 的申请被拒绝',
    taken: '{name} 已分配给另一个钱包',
    expired: '您对 {name} 的申请未得到决定',
    approvedText: '{domain} 的所有者已批准您的申请。',
    declinedText: '{domain} 的所有者已拒绝您的申请。该名称重新可用。',
    takenText: '您的申请已结束。您可以申请 {domain} 的其他名称。',
    expiredText: '{domain} 的所有者未在 30 天内作出决定。该名称重新可用。',
    comment: '所有者的留言：',
    commentOnPage: '所有者留下了留言。您可以在申请页面上查看。',
    open: '查看我的申请',
    reason: '您收到这一条消息，是因为申请时留下了此地址。该地址现已删除。',
    stop: '不再向此地址发送任何消息',
  },
  ja: {
    approved: '{name} はあなたのものになりました',
    declined: '{name} の申請は却下されました',
    taken: '{name} は別のウォレットに割り当てられました',
    expired: '{name} の申請は決定されませんでした',
    approvedText: '{domain} の所有者が申請を承認しました。',
    declinedText: '{domain} の所有者が申請を却下しました。この名前は再び利用できます。',
    takenText: '申請は終了しました。{domain} の別の名前を申請できます。',
    expiredText: '{domain} の所有者は 30 日以内に決定しませんでした。この名前は再び利用できます。',
    comment: '所有者のコメント：',
    commentOnPage: '所有者がコメントを残しました。申請のページで読むことができます。',
    open: '自分の申請を見る',
    reason:
      'この一通は、申請の際にこのアドレスが登録されたため送信されました。アドレスはすでに削除されています。',
    stop: 'このアドレスに今後メッセージを送らない',
  },
  ko: {
    approved: '{name} 이름을 받았습니다',
    declined: '{name} 요청이 거절되었습니다',
    taken: '{name} 이름이 다른 지갑에 부여되었습니다',
    expired: '{name} 요청이 결정되지 않았습니다',
    approvedText: '{domain} 소유자가 요청을 승인했습니다.',
    declinedText: '{domain} 소유자가 요청을 거절했습니다. 이름을 다시 사용할 수 있습니다.',
    takenText: '요청이 종료되었습니다. {domain}의 다른 이름을 요청할 수 있습니다.',
    expiredText: '{domain} 소유자가 30일 안에 결정하지 않았습니다. 이름을 다시 사용할 수 있습니다.',
    comment: '소유자의 의견:',
    commentOnPage: '소유자가 의견을 남겼습니다. 요청 페이지에서 읽을 수 있습니다.',
    open: '내 요청 보기',
    reason: '요청할 때 이 주소를 남겼기 때문에 이 메시지를 한 번 받습니다. 주소는 이제 삭제되었습니다.',
    stop: '이 주소로 다시는 메시지를 보내지 않기',
  },
  ar: {
    approved: 'أصبح {name} لك',
    declined: 'رُفض طلبك للاسم {name}',
    taken: 'مُنح الاسم {name} لمحفظة أخرى',
    expired: 'لم يُتخذ قرار بشأن طلبك للاسم {name}',
    approvedText: 'وافق مالك {domain} على طلبك.',
    declinedText: 'رفض مالك {domain} طلبك. الاسم متاح مجددًا.',
    takenText: 'انتهى طلبك. يمكنك طلب اسم آخر من {domain}.',
    expiredText: 'لم يتخذ مالك {domain} قرارًا خلال 30 يومًا. الاسم متاح مجددًا.',
    comment: 'تعليق المالك:',
    commentOnPage: 'ترك المالك تعليقًا. يمكنك قراءته في صفحة طلباتك.',
    open: 'عرض طلباتي',
    reason: 'تصلك هذه الرسالة الوحيدة لأن هذا العنوان تُرك مع الطلب. حُذف العنوان الآن.',
    stop: 'عدم إرسال أي رسائل إلى هذا العنوان أبدًا',
  },
}
