import { readBoolean } from '~/server/platform/values/booleans';
import { readWrittenDate } from '~/server/platform/values/dates';
import { plainWord } from '~/server/platform/values/languages';

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).map(plainWord));

/** Words in headings of state columns, such as "Post status" and "Visibility in catalog". */
const stateWords = words(
  `status state visibility access audience zustand sichtbarkeit zugriff zugang statut état visibilité accès estado visibilidad acceso
  stato visibilità accesso visibilidade acesso zichtbaarheid toegang stan widoczność stav viditelnost synlighet synlighed tila näkyvyys
  stare állapot κατάσταση durum статус состояние видимость видимість الحالة סטטוס ステータス 状態 公開状態 公開範囲 状态 可见性 상태`,
);

/** Words that mean public, both as states and in headings of columns with yes and no. */
const publicWords = words(
  `published publish public active visible enabled live online listed shown displayed released veröffentlicht veroeffentlicht publiziert
  öffentlich oeffentlich aktiv aktiviert sichtbar publié publiée publique actif publicado publicada público pública activo activa
  pubblicato pubblicata pubblico pubblica attivo attiva visibile ativo ativa visível gepubliceerd openbaar actief zichtbaar opublikowany
  opublikowane publiczny publiczne aktywny aktywne widoczny widoczne publicerad offentlig aktiivinen julkaistu julkinen näkyvä publiceret
  publisert synlig publikováno zveřejněno veřejný aktivní viditelný publicat activ vizibil közzétéve aktív nyilvános δημοσιευμένο yayında
  yayınlandı aktif опубликовано опубликован активен активно активный публично опубліковано активний منشور פורסם 公開 公開中 公開済み
  有効 已发布 公开 启用 게시됨 공개 활성`,
);

/** States that are public, but too general for headings. */
const publicStates = words('all everyone everybody anyone alle tous todos tutti checked');

/** Words in headings such as "Draft" and "Post password". Any value except no hides the row. */
const hidingWords = words(
  `draft hidden hide archived archive private disabled inactive deleted trash trashed unlisted unpublished member members memberonly
  subscriber subscribers restricted restriction protected confidential internal secret paywall paid premium gated only not non nicht no
  entwurf versteckt ausgeblendet verborgen archiviert privat deaktiviert inaktiv gelöscht mitglieder geschützt intern vertraulich
  brouillon masqué archivé privé privée désactivé inactif supprimé membres protégé interne borrador oculto archivado privado privada
  inactivo eliminado miembros interno bozza nascosto archiviato privato inattivo riservato rascunho arquivado inativo membros concept
  gearchiveerd privé inactief verwijderd leden szkic ukryty prywatne utkast dold kladde skjult luonnos koncept skrytý piszkozat ciornă
  πρόχειρο taslak gizli черновик скрыт скрыто чернетка مسودة טיוטה 下書き 非表示 非公開 草稿 隐藏 私密 임시저장 숨김 비공개
  password pw passwort kennwort passe contraseña wachtwoord senha hasło lösenord adgangskode passord heslo salasana jelszó parolă şifre
  пароль סיסמה パスワード 密码 비밀번호`,
);

/**
 * Words in headings of columns that describe something else than the row, such as "Comment status", "Tax status" and
 * "Published by".
 */
const otherSubjects = words(
  'comment comments ping tax stock inventory order payment shipping project url link by description title image price preis prix precio prezzo preço prijs fee cost',
);

/** Headings that can also mean a part of a country. */
const placeWords = words('state estado');
/** Words that show that a column with such a heading contains editorial states. */
const editorialStates = words(
  'pending review reviewed scheduled future closed done progress wip ready approved rejected work todo backlog waiting hold',
);

function wordsOf(heading: string): string[] {
  const spaced = heading.normalize('NFC').replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  return plainWord(spaced)
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => [word, word.replace(/^is(?=.)/, '')]);
}

const isState = (word: string): boolean =>
  [publicWords, publicStates, hidingWords, editorialStates].some((known) => known.has(word));

const isDateOrUrl = (text: string): boolean =>
  /^https?:/i.test(text) || readWrittenDate(text) !== undefined;

/**
 * Creates the reader of a column that says whether rows are public. The reader returns true only for values that
 * clearly mean public, because a draft that should be public does less harm than a public row that should be a draft.
 *
 * @returns undefined for a column that describes something else
 */
export function publicReader(
  heading: string,
  column: readonly string[],
): ((text: string) => boolean) | undefined {
  const named = wordsOf(heading);
  if (named.some((word) => otherSubjects.has(word))) return undefined;
  const isHiding = named.some((word) => hidingWords.has(word));
  const isShowing = named.some(
    (word) => stateWords.has(word) || publicWords.has(word) || word.endsWith('status'),
  );
  const filled = column.filter(Boolean);
  const isPlace =
    filled.length > 0 &&
    placeWords.has(plainWord(heading.trim())) &&
    !filled.some((text) => wordsOf(text).some(isState) || readBoolean(text) !== undefined);
  if (isPlace) return undefined;
  if ((!isHiding && !isShowing) || (filled.length > 0 && filled.every(isDateOrUrl))) {
    return undefined;
  }
  if (!isShowing) return (text) => text === '' || readBoolean(text) === false;
  return (text) => {
    const word = plainWord(text.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
    // Yes and no are ambiguous below a heading such as "Draft or published".
    return (
      publicWords.has(word) || publicStates.has(word) || (!isHiding && readBoolean(text) === true)
    );
  };
}
