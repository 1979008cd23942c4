// Where this does not run, the still charts stay in the place of the living ones.
if (window.echarts) document.documentElement.classList.add("scripted");
