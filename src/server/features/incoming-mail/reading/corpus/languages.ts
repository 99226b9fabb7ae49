import { ada, answer, type CorpusEntry, crlf, inbound, ours, quoted } from './entry';

const agency = `Kestrel Digital <${inbound}>`;

/** Text, introduction, and what a telephone adds. */
const languages: [name: string, text: string, introduction: string, added?: string][] = [
  [
    'German',
    'Ja, gern.',
    `Am Mo., 3. März 2025 um 09:58 Uhr schrieb Kestrel Digital <\n${inbound}>:`,
    'Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.',
  ],
  ['German, with the person first', 'Ja, gern.', `${agency} schrieb am Mo., 3. März 2025, 09:58:`],
  [
    'French',
    'Oui, avec plaisir.',
    `Le lun. 3 mars 2025 à 09:58, ${agency} a\nécrit :`,
    'Envoyé de mon iPhone',
  ],
  [
    'Dutch',
    'Ja, graag.',
    `Op ma 3 mrt 2025 om 09:58 schreef ${agency}:`,
    'Verstuurd vanaf mijn iPhone',
  ],
  [
    'Spanish',
    'Sí, con gusto.',
    `El lun, 3 mar 2025 a las 9:58, Kestrel Digital (<${inbound}>)\nescribió:`,
    'Enviado desde mi iPhone',
  ],
  [
    'Italian',
    'Sì, volentieri.',
    `Il giorno lun 3 mar 2025 alle ore 09:58 ${agency}\nha scritto:`,
    'Inviato da iPhone',
  ],
  [
    'Portuguese',
    'Sim, com gosto.',
    `Em seg., 3 de mar. de 2025 às 09:58, ${agency}\nescreveu:`,
    'Enviado do meu iPhone',
  ],
  [
    'Polish',
    'Tak, chętnie.',
    `pon., 3 mar 2025 o 09:58 ${agency} napisał(a):`,
    'Wysłane z iPhone’a',
  ],
  ['Polish, of Thunderbird', 'Tak, chętnie.', `W dniu 3.03.2025 o 09:58, Kestrel Digital pisze:`],
  [
    'Swedish',
    'Ja, gärna.',
    `Den mån 3 mars 2025 kl 09:58 skrev ${agency}:`,
    'Skickat från min iPhone',
  ],
  [
    'Danish',
    'Ja, meget gerne.',
    `Den man. 3. mar. 2025 kl. 09.58 skrev ${agency}:`,
    'Sendt fra min iPhone',
  ],
  ['Norwegian', 'Ja, gjerne.', `man. 3. mars 2025 kl. 09:58 skrev ${agency}:`],
  [
    'Finnish',
    'Kyllä, mielellään.',
    `ma 3. maalisk. 2025 klo 9.58 Kestrel Digital (${inbound})\nkirjoitti:`,
    'Lähetetty iPhonesta',
  ],
  ['Czech', 'Ano, rádi.', `po 3. 3. 2025 v 9:58 odesílatel ${agency} napsal:`, 'Odesláno z iPhonu'],
  ['Hungarian', 'Igen.', `${agency} ezt írta (időpont: 2025. márc.\n3., H, 9:58):`],
  ['Turkish', 'Evet.', `${agency}, 3 Mar 2025 Pzt, 09:58 tarihinde\nşunu yazdı:`],
  ['Russian', 'Да, хорошо.', `пн, 3 мар. 2025 г. в 09:58, ${agency}:`, 'Отправлено с iPhone'],
  ['Ukrainian', 'Так.', `пн, 3 бер. 2025 р. о 09:58 ${agency} пише:`],
  ['Japanese', 'はい、お願いします。', `2025年3月3日(月) 9:58 ${agency}:`, 'iPhoneから送信'],
  ['Chinese', '好的，谢谢。', `${agency} 于2025年3月3日周一 09:58写道：`, '从我的iPhone发送'],
  ['Korean', '네, 좋습니다.', `2025년 3월 3일 (월) 오전 9:58, ${agency}님이 작성:`],
];

export const inLanguages: CorpusEntry[] = languages.map(([name, text, introduction, added]) => ({
  name: `an introduction in ${name}`,
  raw: crlf(
    answer(
      ada,
      `Message-ID: <language@client.example>
Content-Type: text/plain; charset="UTF-8"
Content-Transfer-Encoding: base64

${Buffer.from(`${text}\n\nAda\n${added ? `\n${added}\n` : ''}\n${introduction}\n\n${quoted(ours)}\n`).toString('base64')}
`,
    ),
  ),
  expects: { text: `${text}\n\nAda`, cut: [introduction, 'Hello Ada', ...(added ? [added] : [])] },
}));
