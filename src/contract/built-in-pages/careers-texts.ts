export const careersTexts = {
  title: 'Work with us',
};
