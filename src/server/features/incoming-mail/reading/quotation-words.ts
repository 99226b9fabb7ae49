/**
 * Patterns for introductions of quoted text in the languages of email programs. Each pattern is applied to one short
 * line, so that none takes long.
 */

/** Words for "wrote", within or at the end of an introduction. */
const wrote = [
  'wrote',
  'writes',
  'schrieb',
  'geschrieben',
  'a écrit',
  'écrit',
  'schreef',
  'het volgende geschreven',
  'escribió',
  'ha escrito',
  'ha scritto',
  'scrisse',
  'escreveu',
  'napisał\\(a\\)',
  'napisał',
  'napisała',
  'pisze',
  'skrev',
  'følgende',
  'kirjoitti',
  'napsal\\(a\\)',
  'napsal',
  'napsala',
  'napísal\\(a\\)',
  'napísal',
  'ezt írta',
  'a scris',
  'yazdı',
  'şunları yazdı',
  'έγραψε',
  'написал\\(а\\)',
  'написал',
  'написала',
  'пишет',
  'пише',
  'написав',
  'написа',
  'je napisao',
  'je napisala',
  'je napisal',
  'kirjutas',
  'rašė',
  'rakstīja',
  'va escriure',
  'skrifaði',
  'đã viết',
  'menulis',
  'เขียน',
  'เขียนว่า',
  'ने लिखा',
  'כתב',
  'כתבה',
  'كتب',
  '写道',
  '寫道',
  '撰写',
  '작성',
  '書きました',
  'のメール',
  'のメッセージ',
].join('|');
export const wrotePattern = new RegExp(
  `(?:^|[\\s\\d,>)さはが님이])(?:${wrote})(?=$|[\\s:：(]|:)`,
  'iu',
);

export const endsWithWrote = new RegExp(`(?:${wrote})\\s?[:：]$`, 'iu');

/** Matches the beginning of an introduction: "On", "Am", a weekday, a date, or the person. */
export const beginsIntroduction = new RegExp(
  [
    '^(?:on|am|le|op|el|il(?: giorno)?|em|a|w dniu|dnia|den|dne|dňa|på|pe|la|στις|дана|kl\\.?|vào|pada|เมื่อ|בתאריך|في|在)\\s',
    // Short and long names of weekdays.
    '^(?:mo|di|mi|do|fr|sa|so|mon|tue|wed|thu|fri|sat|sun|lun|mar|mer|mié|jeu|jue|ven|vie|sam|sáb|sab|dim|dom)\\w{0,7}[.,]?\\s',
    '^(?:pon|wt|śr|czw|pt|sob|niedz|po|út|st|čt|pá|ne|ma|ti|ke|to|pe|la|su|mån|tis|ons|tors|fre|lör|sön|man|tir|tor|lør|søn)[.,]?\\s',
    '^(?:सोम|मंगल|बुध|गुरु|शुक्र|शनि|रवि)[.,]?\\s',
    '^(?:пн|вт|ср|чт|пт|сб|вс|нд|понедельник|вторник|среда|четверг|пятница)[.,]?\\s',
    '^\\d',
    '^"?[^<>]{1,80}<[^<>\\s]+@[^<>\\s]+>',
  ].join('|'),
  'iu',
);

/** Matches a year, a date or a time. */
export const holdsDate = /(?:19|20)\d\d|\d{1,2}[.:hH]\d\d|\d{1,2}[./-]\d{1,2}[./-]\d{2}/;

/** Matches a time of day, but not a part of a date such as `03.03.2025`. */
export const holdsTime = /(?<![\d.])\d{1,2}\s?[.:hH]\s?\d\d(?!\.?\d)/;

/** Matches introductions that consist of only date and person: "2025年3月3日(月) 10:12 Ada <ada@agency.example>:". */
export const endsWithPerson = /[<(]\S{1,120}@\S{1,120}[>)]\s?[:：]$/;

type Label = 'from' | 'sent' | 'to' | 'cc' | 'subject';

const labelWords: Record<Label, string> = {
  from: 'from|von|de|da|van|od|från|fra|lähettäjä|feladó|kimden|gönderen|от|від|από|差出人|发件人|寄件者|보낸 사람|מאת|من|từ|จาก|dari|šalje|sender',
  sent: 'sent|date|gesendet|gesendet am|datum|envoyé|envoyé le|verzonden|enviado|enviado el|enviada em|fecha|inviato|data|wysłano|wysłane|skickat|sendt|dato|lähetetty|päiväys|päivämäärä|odesláno|küldve|trimis|tarih|gönderildi|отправлено|дата|надіслано|送信日時|日付|发送时间|日期|傳送時間|보낸 날짜|đã gửi|ngày gửi|ส่ง|วันที่|dikirim|tanggal|poslano|ημερομηνία|στάλθηκε|נשלח|تاريخ|تم الإرسال|sent on',
  to: 'to|an|à|a|aan|para|per|do|till|til|vastaanottaja|komu|címzett|către|kime|alıcı|кому|προς|宛先|收件人|收件者|받는 사람|אל|إلى|tới|đến|ถึง|kepada|za|prima',
  cc: 'cc|kopie|kopia|kopi|copia|cópia|dw|kopio|másolat|копия|抄送|副本|참조',
  subject:
    'subject|betreff|objet|onderwerp|asunto|oggetto|assunto|temat|ämne|emne|aihe|předmět|predmet|tárgy|subiect|konu|тема|θέμα|件名|主题|主題|제목|נושא|الموضوع|chủ đề|เรื่อง|ชื่อเรื่อง|subjek|perihal|re',
};
export const labels = new Map(
  Object.entries(labelWords).flatMap(([label, words]) =>
    words.split('|').map((word) => [word, label as Label] as const),
  ),
);

/** Matches `-----Original Message-----` and similar lines, below which an earlier email begins. */
export const originalMessage =
  /^[-_*\s]{2,}(?:original message|original email|reply message|ursprüngliche (?:nachricht|mail)|originalnachricht|message d'origine|message original|oorspronkelijk bericht|mensaje original|messaggio originale|mensagem original|oryginalna wiadomość|ursprungligt meddelande|oprindelig meddelelse|opprinnelig melding|alkuperäinen viesti|původní zpráva|исходное сообщение|元のメッセージ|原始邮件|原始郵件)[-_*\s]{2,}$/iu;

/** Matches lines below which a forwarded email begins. A forwarded email is part of the content. */
export const forwarded = new RegExp(
  [
    '^[-_*\\s]{2,}(?:forwarded (?:message|by.{0,80})|weitergeleitete nachricht|message transf[ée]r[ée]|doorgestuurd bericht|mensaje reenviado|messaggio inoltrato|mensagem encaminhada|przekazana wiadomość|vidarebefordrat meddelande|videresendt (?:meddelelse|melding)|välitetty viesti|přeposlaná zpráva|пересылаемое сообщение|転送メッセージ|tin nhắn được chuyển tiếp|pesan terusan|ข้อความที่ส่งต่อ|전달된 메일|iletilen (?:ileti|mesaj)|proslijeđena poruka|转发的邮件|轉寄的郵件)[-_*\\s]{2,}$',
    '^(?:begin forwarded message|anfang der weitergeleiteten nachricht|début du message (?:transféré|réexpédié)|begin doorgestuurd bericht|inicio del mensaje reenviado|inizio messaggio inoltrato)\\s?:$',
  ].join('|'),
  'iu',
);

const devices =
  'phon|ipad|mac|android|galaxy|samsung|huawei|xiaomi|pixel|blackberry|windows|mobile|handy|telefon|téléphon|móvil|tablet|device|gerät|mail|outlook|proton|yahoo|gmx|web\\.de|t-online|\\bapp\\b';

/** Matches lines that phones and email programs add automatically. */
export const programSignature = new RegExp(
  [
    `^(?=.*(?:${devices}))(?:sent|gesendet|envoyé|enviado|verstuurd|verzonden|inviato|skickat|sendt|wysłano|wysłane|odesláno)\\s(?:from|with|via|using|von|vom|mit|depuis|de|do|da|dal|desde|à partir de|con|van|vanaf|met|från|fra|ze?)\\s.{2,100}$`,
    '^lähetetty .{2,60}(?:sta|stä|lta|ltä)$',
    '^(?:von|vom) mein(?:em|er)? .{2,40} (?:gesendet|geschickt)\\.?$',
    '^diese nachricht wurde von meine[mr] .{2,60} gesendet\\.?$',
    '^(?:get|hol(?:en)? sie sich|télécharger|obtenez|obtener|ottieni|scarica|download) outlook (?:for|für|pour|para|per|voor) .{2,120}$',
    '^outlook (?:for|für|pour|para|per|voor) (?:ios|android).{0,100}$',
    '^(?:please excuse|sorry for|entschuldigen sie) .{0,60}(?:brevity|typos|tippfehler|kürze).{0,40}$',
    '^yahoo mail: .{2,80}$',
    `^(?=.*(?:${devices}|手机|手機|邮|郵|邮箱|华为|華為|小米|三星)).{0,20}(?:から送信|에서 보냄)$|^(?=.*(?:${devices}|手机|手機|邮箱|郵件|邮件))(?:发自|發自|发送自|傳送自|寄自|来自我的|來自我的|从我的|從我的).{1,40}(?<![。！？])$|^我的.{0,12}iphone.{0,8}$`,
    `^(?=.*(?:${devices}|هاتف|جوال|جهاز))(?:أ\u064f?رسلت?|م\u064f?رسلة?|تم الإرسال|ارسال شده) (?:من|از)\\s.{1,60}$`,
    `^(?=.*(?:${devices})).{0,20}(?:נשלח מ|ส่งจาก|đã gửi từ|elküldve|trimis de pe|odoslané z|στάλθηκε από|poslano z?|dikirim dari|gönderildi).{0,60}$`,
    '^(?:отправлено с|надіслано з) .{2,60}$',
  ].join('|'),
  'iu',
);

/** Matches closings. A name follows, and then text that a company adds to all of its emails. */
export const closing =
  /^(?:(?:best|kind|warm|many|with kind|with best)?\s?(?:regards|wishes|thanks)|cheers|sincerely|yours|best|(?:mit )?(?:freundlichen|besten|vielen|lieben|herzlichen|schönen|viele|beste|liebe|schöne)\s?(?:gr[üu](?:ß|ss)en?|dank)|mfg|vg|lg|cordialement|bien à vous|met vriendelijke groet(?:en)?|groeten|saludos(?: cordiales)?|un saludo|cordiali saluti|distinti saluti|atenciosamente|cumprimentos|pozdrawiam|z poważaniem|med vänliga hälsningar|vänligen|venlig hilsen|med venlig hilsen|vennlig hilsen|ystävällisin terveisin|s pozdravem|с уважением|よろしくお願いします|此致)(?:[\s,.!–-].{0,20})?$/iu;

/** Matches `##- Please type your reply above this line -##`, which help desks write in many languages. */
export const helpDeskMark = /^##-? ?.{5,100}-?##$/u;

/** Matches text that a mailing list adds below emails. */
export const listFooter = /mailing list|unsubscribe|mailman\/listinfo|abbestellen|désinscrire/i;

/** Matches subjects of forwarded emails. */
export const forwardedSubject = /^\s*(?:fwd?|wg|tr|rv|enc|vs|pd|i|doorst|vb|转发|轉寄)\s?[:：]/i;
