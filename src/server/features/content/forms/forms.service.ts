import { and, eq, isNull, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { askedFields } from '~/contract/forms/forms';
import type { PublicForm } from '~/contract/forms/forms-schema';
import type { Database } from '~/server/platform/db/client';
import { forms } from '~/server/platform/db/schema/forms';

const formNotFound = () => new AppError('NOT_FOUND', 'This form no longer exists');

/** Custom forms as visitors fill them in. */
export function createForms(db: Database) {
  const byId = db
    .select({
      id: forms.id,
      name: forms.name,
      fields: forms.fields,
      confirmation: forms.confirmation,
    })
    .from(forms)
    .where(and(isNull(forms.deletedAt), eq(forms.id, sql.placeholder('id'))))
    .prepare('forms_by_id');

  /** Returns a form; undefined if it is unknown or in the trash. */
  async function find(id: number): Promise<PublicForm | undefined> {
    const [row] = await byId.execute({ id });
    return row && { ...row, fields: askedFields(row.fields) };
  }

  return {
    find,

    async get(id: number): Promise<PublicForm> {
      const form = await find(id);
      if (!form) throw formNotFound();
      return form;
    },
  };
}

export type Forms = ReturnType<typeof createForms>;
